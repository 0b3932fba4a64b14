import { Credentials } from "./auth/credentials.ts";
import { credentialsPath } from "./auth/credentialsPath.ts";
import { credentialsStore } from "./auth/credentialsStore.ts";
import { readProfile } from "./auth/profile.ts";
import type { ConnectOptions } from "./connectOptions.ts";

/**
 * The options with what their profile says, where they name one: the address, the user's claim, the
 * service's words, the zone, and the credentials. What the options say themselves counts before it.
 *
 * @throws {TypeError} if there is no such profile
 */
export function withProfile(options: ConnectOptions): ConnectOptions {
  const { profile: name, token, credentials } = options;
  if (name === undefined) return options;
  const isOwn = credentials instanceof Credentials;
  const path = credentials === undefined || isOwn ? credentialsPath() : credentials.path;
  const { baseUrl, userClaim, names, tz } = readProfile(path, name, "connect");
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  return {
    baseUrl,
    userClaim,
    names,
    tz,
    ...given,
    credentials: token !== undefined || isOwn
      ? credentials
      : credentialsStore({ path, profile: name }),
  };
}
