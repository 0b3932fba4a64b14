import { loadLate } from "../../options/loadLate.ts";
import { Credentials } from "./credentials.ts";
import type { CredentialsStore } from "./credentialsStore.ts";
import type { Fetch } from "../http/receive.ts";
import { SignInError } from "../errors/signInError.ts";

/** Options of {@linkcode tokenSource}. */
export interface TokenSourceOptions {
  /** Address of the service, without a trailing slash. */
  baseUrl: string;
  /** Sends a refresh request. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  /** Clock. @default the system's */
  now?: (() => Temporal.Instant) | undefined;
}

/** Seconds before its end at which a token is refreshed. */
const AHEAD = 60;

/**
 * Returns a function that provides an access token. It refreshes the token shortly before it
 * expires, and after the service has rejected it. Concurrent callers share one refresh; with a
 * store, other programs share it too.
 *
 * @throws {SignInError} (the returned function) if nobody is signed in, or the refresh fails
 */
export function tokenSource(
  from: Credentials | CredentialsStore,
  { baseUrl, fetch, now = Temporal.Now.instant }: TokenSourceOptions,
): (refused?: string) => Promise<string> {
  let current = from instanceof Credentials ? from : undefined;
  let pending: Promise<Credentials> | undefined;
  const left = ({ expiresAt }: Credentials): number =>
    expiresAt === undefined ? Infinity : now().until(expiresAt).total("seconds");
  const isGood = (credentials: Credentials, refused: string | undefined): boolean =>
    credentials.accessToken !== refused && left(credentials) > AHEAD;
  const fresh = async (known: Credentials, refused: string | undefined): Promise<Credentials> => {
    if (isGood(known, refused)) return known;
    if (known.refreshToken === undefined) {
      if (refused !== undefined || left(known) > 0) return known; // nothing better is available
    }
    try {
      const { refreshCredentials } = await loadLate<typeof import("./refreshCredentials.ts")>(
        "./refreshCredentials.ts",
        import.meta,
      ); // rarely needed
      return await refreshCredentials(known, { fetch, now });
    } catch (error) {
      const passing = error instanceof SignInError && error.failure === "unreachable";
      if (passing && refused === undefined && left(known) > 0) return known;
      throw error;
    }
  };
  const renew = async (refused: string | undefined): Promise<Credentials> => {
    if (from instanceof Credentials) return await fresh(current!, refused);
    const stored = await from.read(baseUrl);
    if (stored === undefined) {
      throw new SignInError(
        "expired",
        `Cannot use the credentials of ${baseUrl}: nobody is signed in there. Sign in first`,
      );
    }
    if (isGood(stored, refused)) return stored;
    return await from.update(baseUrl, (latest) => fresh(latest ?? stored, refused));
  };
  return async (refused) => {
    if (current !== undefined && isGood(current, refused)) return current.accessToken;
    await pending?.catch(() => {}); // its result may be good enough
    if (current !== undefined && isGood(current, refused)) return current.accessToken;
    pending ??= renew(refused).finally(() => pending = undefined);
    current = await pending;
    return current.accessToken;
  };
}
