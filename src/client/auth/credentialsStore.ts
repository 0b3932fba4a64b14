import { Credentials } from "./credentials.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import {
  changeFile,
  type CredentialsFile,
  loadFile,
  type ProfileEntry,
  type ServiceEntry,
} from "./credentialsFile.ts";
import { credentialsPath } from "./configFolder.ts";
import { checkProfileName } from "./profile.ts";

/** Storage for the credentials of several services. */
export interface CredentialsStore {
  /** Path of the file. */
  readonly path: string;
  /** Returns the addresses of the services. */
  list(): Promise<string[]>;
  /** Returns the credentials of a service; `undefined` if nobody is signed in. */
  read(baseUrl: string): Promise<Credentials | undefined>;
  /** Stores credentials, replacing earlier ones of the same service. */
  write(credentials: Credentials): Promise<void>;
  /** Deletes the credentials of a service. Returns `false` if it has none. */
  remove(baseUrl: string): Promise<boolean>;
  /** Stores the result of a change, while other programs wait. */
  update(
    baseUrl: string,
    change: (stored: Credentials | undefined) => Promise<Credentials>,
  ): Promise<Credentials>;
}

/** Options of {@linkcode credentialsStore}. */
export interface CredentialsStoreOptions {
  /**
   * Path of the file. @default credentials.json in the platform's folder for lifeframe's settings
   */
  path?: string | undefined;
  /**
   * Profile of the credentials. With profiles, several people or accounts can be signed in to the
   * same service. @default none: one sign-in per service
   */
  profile?: string | undefined;
}

/**
 * Opens a file that only its owner can read (0600, in a folder with 0700). By default it is in the
 * platform's usual place: `$XDG_CONFIG_HOME/lifeframe` or `~/.config/lifeframe`, on macOS
 * `~/Library/Application Support/lifeframe`, on Windows `%APPDATA%\lifeframe`. Each change is
 * written completely or not at all.
 *
 * @example A separate file
 * ```ts
 * import { credentialsStore } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const store = credentialsStore({ path: `${folder}/credentials.json` });
 * assertEquals(await store.list(), []);
 * assertEquals(await store.read("https://service.host"), undefined);
 * await Deno.remove(folder, { recursive: true });
 * ```
 * @throws {RangeError} if the platform has no such folder and `path` is missing
 */
export function credentialsStore(options: CredentialsStoreOptions = {}): CredentialsStore {
  checkOptions("keep credentials", options, { path: true, profile: true });
  const path = options.path ?? credentialsPath();
  const profile = options.profile === undefined
    ? undefined
    : checkProfileName(options.profile, "keep credentials");
  const services = async (): Promise<ServiceTable> => {
    const file = await loadFile(path);
    return profile === undefined ? allServices(file) : ofProfile(file, profile);
  };
  const change = <T>(work: (services: ServiceTable) => Promise<T>): Promise<T> =>
    changeFile(
      path,
      (file) => work(profile === undefined ? allServices(file) : ofProfile(file, profile)),
    );
  const update: CredentialsStore["update"] = (baseUrl, make) =>
    change(async (services) => {
      const credentials = await make(fromEntry(baseUrl, services.get(baseUrl)));
      services.set(baseUrl, toEntry(credentials));
      return credentials;
    });
  return {
    path,
    update,
    read: async (baseUrl) => fromEntry(baseUrl, (await services()).get(baseUrl)),
    list: async () => (await services()).addresses(),
    write: async (credentials) => {
      await update(credentials.baseUrl, () => Promise.resolve(credentials));
    },
    remove: (baseUrl) =>
      change((services) => {
        const had = services.get(baseUrl) !== undefined;
        services.set(baseUrl, undefined);
        return Promise.resolve(had);
      }),
  };
}

/** Credentials in the file, by address of the service. */
interface ServiceTable {
  addresses(): string[];
  get(baseUrl: string): ServiceEntry | undefined;
  set(baseUrl: string, entry: ServiceEntry | undefined): void;
}

function allServices({ services }: CredentialsFile): ServiceTable {
  return {
    addresses: () => Object.keys(services),
    get: (baseUrl) => services[baseUrl],
    set: (baseUrl, entry) => {
      if (entry === undefined) delete services[baseUrl];
      else services[baseUrl] = entry;
    },
  };
}

/**
 * Returns the credentials of a profile. They belong to one service, even if others know it by
 * another address.
 */
function ofProfile({ profiles }: CredentialsFile, name: string): ServiceTable {
  const own = (baseUrl: string): ProfileEntry | undefined =>
    profiles[name]?.base_url === baseUrl ? profiles[name] : undefined;
  return {
    addresses: () => profiles[name]?.credentials === undefined ? [] : [profiles[name]!.base_url],
    get: (baseUrl) => {
      const profile = own(baseUrl);
      if (profile?.credentials === undefined) return undefined;
      const { auth_url, client_id, credentials } = profile;
      return { auth_url, client_id, ...credentials };
    },
    set: (baseUrl, entry) => {
      if (entry === undefined) {
        delete own(baseUrl)?.credentials;
        return;
      }
      const { auth_url, client_id, ...credentials } = entry;
      profiles[name] = { ...own(baseUrl), base_url: baseUrl, auth_url, client_id, credentials };
    },
  };
}

function fromEntry(baseUrl: string, entry: ServiceEntry | undefined): Credentials | undefined {
  return entry && new Credentials({
    baseUrl,
    authUrl: entry.auth_url,
    clientId: entry.client_id,
    accessToken: entry.access_token,
    refreshToken: entry.refresh_token,
    expiresAt: entry.expires_at === undefined ? undefined : Temporal.Instant.from(entry.expires_at),
  });
}

function toEntry(
  { authUrl, clientId, accessToken, refreshToken, expiresAt }: Credentials,
): ServiceEntry {
  return {
    auth_url: authUrl,
    client_id: clientId,
    access_token: accessToken,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(expiresAt === undefined ? {} : { expires_at: String(expiresAt) }),
  };
}
