import { Credentials } from "./credentials.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { withLock } from "./withLock.ts";
import { configFolder } from "./configFolder.ts";

/** Where the credentials of services are kept, side by side. */
export interface CredentialsStore {
  /** The file. */
  readonly path: string;
  /** The services' addresses. */
  list(): Promise<string[]>;
  /** The credentials of a service; undefined where nobody is signed in. */
  read(baseUrl: string): Promise<Credentials | undefined>;
  /** Keeps credentials, in place of others of the same service. */
  write(credentials: Credentials): Promise<void>;
  /** Forgets the credentials of a service; false where there are none. */
  remove(baseUrl: string): Promise<boolean>;
  /** Keeps what the change gives, while no other program changes anything. */
  update(
    baseUrl: string,
    change: (stored: Credentials | undefined) => Promise<Credentials>,
  ): Promise<Credentials>;
}

/** Where credentials are kept. */
export interface CredentialsStoreOptions {
  /** The file. @default credentials.json in the platform's folder for lifeframe's settings */
  path?: string | undefined;
}

/** Credentials in the file. */
interface Entry {
  auth_url: string;
  client_id: string;
  access_token: string;
  refresh_token?: string;
  expires_at?: string;
}

const FORMAT = 1;

/**
 * A file that only its owner can read (0600, in a folder of 0700), in the platform's usual place:
 * `$XDG_CONFIG_HOME/lifeframe` or `~/.config/lifeframe`, on macOS `~/Library/Application
 * Support/lifeframe`, on Windows `%APPDATA%\lifeframe`. It is written whole or not at all.
 *
 * @example A store of its own
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
 * @throws {RangeError} if there is no such place, and none is given
 */
export function credentialsStore(options: CredentialsStoreOptions = {}): CredentialsStore {
  checkOptions("keep credentials", options, { path: true });
  const path = options.path ?? `${configFolder()}/credentials.json`;
  const change = async <T>(
    work: (services: Record<string, Entry>) => Promise<T>,
  ): Promise<T> => {
    await Deno.mkdir(folderOf(path), { recursive: true, mode: 0o700 });
    return await withLock(`${path}.lock`, async () => {
      const services = await load(path);
      const before = JSON.stringify(services);
      const result = await work(services);
      if (JSON.stringify(services) !== before) await save(path, services);
      return result;
    });
  };
  const read = async (baseUrl: string): Promise<Credentials | undefined> =>
    fromEntry(baseUrl, (await load(path))[baseUrl]);
  const update: CredentialsStore["update"] = (baseUrl, make) =>
    change(async (services) => {
      const credentials = await make(fromEntry(baseUrl, services[baseUrl]));
      services[baseUrl] = toEntry(credentials);
      return credentials;
    });
  return {
    path,
    read,
    update,
    list: async () => Object.keys(await load(path)),
    write: async (credentials) => {
      await update(credentials.baseUrl, () => Promise.resolve(credentials));
    },
    remove: (baseUrl) =>
      change((services) => {
        const had = Object.hasOwn(services, baseUrl);
        delete services[baseUrl];
        return Promise.resolve(had);
      }),
  };
}

async function load(path: string): Promise<Record<string, Entry>> {
  let text: string;
  try {
    const { mode } = await Deno.stat(path);
    if (mode !== null && (mode & 0o077) !== 0 && Deno.build.os !== "windows") {
      const others = (mode & 0o777).toString(8);
      throw new TypeError(
        `Cannot use the credentials in ${path}: others may read it (${others}); ` +
          `make it your own with chmod 600, or sign in anew`,
      );
    }
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
  let file: { version?: unknown; services?: unknown } | null;
  try {
    file = JSON.parse(text);
  } catch {
    file = null; // the parser's message would quote the file
  }
  const { version, services } = file ?? {};
  if (version !== FORMAT || typeof services !== "object" || services === null) {
    throw new TypeError(
      `Cannot use the credentials in ${path}: it is no such file; remove it and sign in again`,
    );
  }
  return Object.assign(Object.create(null), services);
}

/** Writes a new file beside the old one and puts it in its place. */
async function save(path: string, services: Record<string, Entry>): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await Deno.open(draft, { write: true, createNew: true, mode: 0o600 });
    try {
      const text = JSON.stringify({ version: FORMAT, services }, null, 2);
      let bytes = new TextEncoder().encode(`${text}\n`);
      while (bytes.length > 0) bytes = bytes.subarray(await file.write(bytes));
      await file.syncData();
    } finally {
      file.close();
    }
    await Deno.rename(draft, path);
  } catch (error) {
    await Deno.remove(draft).catch(() => {});
    throw error;
  }
}

function fromEntry(baseUrl: string, entry: Entry | undefined): Credentials | undefined {
  return entry && new Credentials({
    baseUrl,
    authUrl: entry.auth_url,
    clientId: entry.client_id,
    accessToken: entry.access_token,
    refreshToken: entry.refresh_token,
    expiresAt: entry.expires_at === undefined ? undefined : Temporal.Instant.from(entry.expires_at),
  });
}

function toEntry({ authUrl, clientId, accessToken, refreshToken, expiresAt }: Credentials): Entry {
  return {
    auth_url: authUrl,
    client_id: clientId,
    access_token: accessToken,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(expiresAt === undefined ? {} : { expires_at: String(expiresAt) }),
  };
}

function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return end < 0 ? "." : path.slice(0, end) || "/";
}
