import type { ConnectOptions } from "./connect.ts";
import { Credentials } from "./credentials.ts";
import { credentialsPath } from "./credentialsPath.ts";
import { credentialsStore } from "./credentialsStore.ts";
import { readProfile } from "./profile.ts";

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
