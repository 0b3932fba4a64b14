import { type Names, toWire } from "../../api/fields/names.ts";
import { zone } from "../../time/zone.ts";
import { suggest } from "../../options/suggest.ts";
import {
  changeFile,
  type CredentialsFile,
  loadFileSync,
  type ProfileEntry,
} from "./credentialsFile.ts";

/** A deployment as it was said at the sign-in, under a name of one's own. */
export interface Profile {
  /** The service's address. */
  readonly baseUrl: string;
  /** The address of the sign-in. */
  readonly authUrl: string;
  /** The client. */
  readonly clientId: string;
  /** What the tokens are for, where the service asks for it. */
  readonly audience?: string | undefined;
  /** What the tokens allow. */
  readonly scope?: string | undefined;
  /** The claim of the token that carries the user's id. */
  readonly userClaim?: string | undefined;
  /** The service's own words. */
  readonly names?: Names | undefined;
  /** The IANA zone of frames, of times that have none, and of windows. */
  readonly tz?: string | undefined;
}

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/**
 * The name of a profile, if it is one: letters, digits, and `_`, `.`, `-` between them.
 *
 * @throws {TypeError} if it is none
 */
export function checkProfileName(name: unknown, action: string): string {
  if (typeof name === "string" && NAME.test(name)) return name;
  throw new TypeError(
    `Cannot ${action}: profile ${
      JSON.stringify(name)
    } is no name; use letters, digits, ".", "_", "-"`,
  );
}

/**
 * The profile, if its words, its claim and its zone are such.
 *
 * @throws {TypeError | RangeError} if one is not
 */
export function checkProfile(profile: Profile, action: string): Profile {
  toWire(profile.names ?? {});
  if (profile.tz !== undefined) zone(profile.tz);
  if (profile.userClaim === "") throw new TypeError(`Cannot ${action}: the claim has no name`);
  return profile;
}

/**
 * A profile of a file of credentials, at once.
 *
 * @throws {TypeError} if there is none of that name; the nearest is named
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

/** A profile of a file of credentials, where there is one. */
export function findProfile(path: string, name: string): Profile | undefined {
  const entry = loadFileSync(path).profiles[name];
  return entry && fromEntry(entry);
}

/** Keeps a profile beside its credentials, in place of what was said before. */
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
