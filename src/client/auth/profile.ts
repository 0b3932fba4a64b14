import { type Names, toWire } from "../../api/fields/names.ts";
import { zone } from "../../time/zone.ts";
import { suggest } from "../../options/suggest.ts";
import {
  changeFile,
  type CredentialsFile,
  loadFileSync,
  type ProfileEntry,
} from "./credentialsFile.ts";

/** A deployment as given at the sign-in, under a name that you choose. */
export interface Profile {
  /** Address of the service. */
  readonly baseUrl: string;
  /** Address of the authorization server. */
  readonly authUrl: string;
  /** Id of the client. */
  readonly clientId: string;
  /** Audience of the tokens, if the service requires one. */
  readonly audience?: string | undefined;
  /** Scope of the tokens. */
  readonly scope?: string | undefined;
  /** Claim of the token that contains the user's id. */
  readonly userClaim?: string | undefined;
  /** The service's own words for names of the interface. */
  readonly names?: Names | undefined;
  /** IANA zone of frames, of times without a zone, and of windows. */
  readonly tz?: string | undefined;
}

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/**
 * Returns the name of a profile if it is valid: letters and digits, with `_`, `.` or `-` between
 * them.
 *
 * @throws {TypeError} if it is not valid
 */
export function checkProfileName(name: unknown, action: string): string {
  if (typeof name === "string" && NAME.test(name)) return name;
  throw new TypeError(
    `Cannot ${action}: profile ${
      JSON.stringify(name)
    } is not a valid name; use letters, digits, ".", "_", "-"`,
  );
}

/**
 * Returns the profile if its words, claim and zone are valid.
 *
 * @throws {TypeError | RangeError} if one of them is not
 */
export function checkProfile(profile: Profile, action: string): Profile {
  toWire(profile.names ?? {});
  if (profile.tz !== undefined) zone(profile.tz);
  if (profile.userClaim === "") {
    throw new TypeError(`Cannot ${action}: the name of the claim is empty`);
  }
  return profile;
}

/**
 * Reads a profile from a credentials file synchronously.
 *
 * @throws {TypeError} if no profile has that name; the message suggests the nearest name
 */
export function readProfile(path: string, name: string, action: string): Profile {
  const { profiles } = loadFileSync(path);
  const entry = profiles[checkProfileName(name, action)];
  if (entry !== undefined) return fromEntry(entry);
  throw new TypeError(
    `Cannot ${action}: there is no profile ${JSON.stringify(name)} in ${path}${
      suggest(name, Object.keys(profiles))
    }; sign in with login --profile ${name}`,
  );
}

/** Returns a profile of a credentials file; `undefined` if it does not exist. */
export function findProfile(path: string, name: string): Profile | undefined {
  const entry = loadFileSync(path).profiles[name];
  return entry && fromEntry(entry);
}

/** Stores a profile next to its credentials, replacing an earlier version. */
export async function writeProfile(path: string, name: string, profile: Profile): Promise<void> {
  await changeFile(path, (file: CredentialsFile) => {
    const credentials = file.profiles[name]?.credentials;
    file.profiles[name] = { ...toEntry(profile), ...credentials && { credentials } };
    return Promise.resolve();
  });
}

function fromEntry(entry: ProfileEntry): Profile {
  return {
    baseUrl: entry.base_url,
    authUrl: entry.auth_url,
    clientId: entry.client_id,
    audience: entry.audience,
    scope: entry.scope,
    userClaim: entry.user_claim,
    names: entry.names,
    tz: entry.tz,
  };
}

function toEntry(profile: Profile): ProfileEntry {
  const { baseUrl, authUrl, clientId, audience, scope, userClaim, names, tz } = profile;
  return {
    base_url: baseUrl,
    auth_url: authUrl,
    client_id: clientId,
    ...(audience === undefined ? {} : { audience }),
    ...(scope === undefined ? {} : { scope }),
    ...(userClaim === undefined ? {} : { user_claim: userClaim }),
    ...(names === undefined ? {} : { names: names as ProfileEntry["names"] & object }),
    ...(tz === undefined ? {} : { tz }),
  };
}
