import { Credentials } from "./credentials.ts";
import type { CredentialsStore } from "./credentialsStore.ts";
import type { Fetch } from "../http/receive.ts";
import { SignInError } from "../errors/signInError.ts";

/** How tokens are come by. */
export interface TokenSourceOptions {
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  /** What answers a refresh. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  /** The clock. @default the system's */
  now?: (() => Temporal.Instant) | undefined;
}

/** How long before its end a token is refreshed, in seconds. */
const AHEAD = 60;

/**
 * What gives an access token of credentials: refreshed shortly before its end, and when it was
 * refused. All who ask at once share one refresh; of a store, other programs share it too.
 *
 * @throws {SignInError} (the function) if nobody is signed in, or the refresh fails
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
      if (refused !== undefined || left(known) > 0) return known; // there is nothing better
    }
    try {
      const { refreshCredentials } = await import("./refreshCredentials.ts"); // few calls need it
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
        `Cannot use the credentials of ${baseUrl}: nobody is signed in there; sign in first`,
      );
    }
    if (isGood(stored, refused)) return stored;
    return await from.update(baseUrl, (latest) => fresh(latest ?? stored, refused));
  };
  return async (refused) => {
    if (current !== undefined && isGood(current, refused)) return current.accessToken;
    await pending?.catch(() => {}); // what it gives may be good enough
    if (current !== undefined && isGood(current, refused)) return current.accessToken;
    pending ??= renew(refused).finally(() => pending = undefined);
    current = await pending;
    return current.accessToken;
  };
}
