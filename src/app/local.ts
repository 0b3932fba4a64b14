import type { UnitSystem } from "../client/connectOptions.ts";
import type { Client } from "../client/client.ts";
import type { Store } from "../store/openStore.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { loadLate } from "../options/loadLate.ts";
import { zone, type Zones } from "../time/zone.ts";
import { folderPath } from "./ask/folderPath.ts";
import { guideMe } from "./guide/guideMe.ts";
import { type Me, withQuestions } from "./me.ts";
import { countText } from "../options/countText.ts";

/** Options of {@linkcode local}. */
export interface LocalOptions {
  /**
   * Folder of the data, such as `~/health`. It is created if needed, and only its owner can read
   * it.
   * @default none: all data stays in memory and is lost at the end
   */
  data?: string | URL | undefined;
  /**
   * IANA zone of frames, of times without a zone, of days and of windows. @default this machine's
   */
  tz?: Zones | undefined;
  /** System of units in which questions show amounts: kilometres or miles. @default "metric" */
  units?: UnitSystem | undefined;
  /** Clock that `now()` reads. @default the system's */
  now?: (() => Temporal.Instant | Date) | undefined;
  /**
   * Names of sources, highest priority first, for times at which several have data.
   * @default the order in which they were added
   */
  sourcePriority?: readonly string[] | undefined;
}

/** A client of your own store, which can be closed. */
export type Local = Me & AsyncDisposable & {
  /** Closes the store after the current calls; later calls are rejected. */
  close(): Promise<void>;
};

const OPTIONS = optionNames<LocalOptions>()("data tz units now sourcePriority");
const ACTION = "open an own store";

/** A notebook may stay open for a long time. */
const YEAR = 366 * 86_400;

/**
 * Creates a client of your own store: an embedded service without a port. It has the same methods
 * as `demo()` and `connect()`, and only contains what you add with `me.ingest`,
 * `me.api.ingest.records` or other methods. In memory it starts empty; in a folder its data is
 * kept.
 *
 * Several programs may have the same folder open, including `deno task serve --data FOLDER`. They
 * take turns writing. A folder that was written by an older version is upgraded when it is opened.
 * The old store is copied first, to `lifeframe.version-N-HASH.sqlite` in the same folder.
 *
 * `me.provenance()` and reports describe the content: the number of records and their sources.
 *
 * @throws {TypeError} if an option does not exist, or `data` is not a folder
 * @throws {RangeError} if the zone does not exist, or a newer version has written the folder
 *
 * @example Keep your own store in a folder
 * ```ts
 * import { local } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const data = await Deno.makeTempDir();
 * {
 *   await using me = await local({ data, tz: "Europe/Berlin" });
 *   await me.api.ingest.records("HeartRate", [
 *     { start_time: "2024-01-01T12:00", value: 60, unit: "bpm", source: "Watch" },
 *   ]);
 * }
 * await using again = await local({ data, tz: "Europe/Berlin" });
 * const { total_records } = await again.api.user.totals();
 * assertEquals(total_records, 1);
 * ```
 */
export async function local(options: LocalOptions = {}): Promise<Local> {
  checkOptions(ACTION, options, OPTIONS);
  return await openLocal(ACTION, options);
}

/** Limits of a client of a store. */
export interface LocalLimits {
  /** Name of its session, which the owner's `me.api.sessions.list()` shows. */
  readonly session: string;
  /** Adds records, annotations and tags. */
  readonly write: boolean;
}

/**
 * Opens a store and returns the client of its owner.
 *
 * @param action Action for messages.
 * @param onStore Called with the store before the first call. @default none
 * @param limits Makes a client that may do less than the owner. @default the owner's client
 */
export async function openLocal(
  action: string,
  { data, now, sourcePriority, units, ...options }: LocalOptions,
  onStore?: (store: Store) => Promise<void>,
  limits?: LocalLimits,
): Promise<Local> {
  const folder = data === undefined ? undefined : folderPath(action, "data", data);
  const tz = zone(options.tz ?? Temporal.Now.timeZoneId());
  const [{ openService }, { connect }] = await Promise.all([
    loadLate<typeof import("../service/openService.ts")>(
      "../service/openService.ts",
      import.meta,
    ),
    loadLate<typeof import("../client/connect.ts")>("../client/connect.ts", import.meta),
  ]);
  const service = await openService({
    folder,
    ...sourcePriority && { sourcePriority },
    ...onStore && { onStore },
  });
  const { fetch, close } = service;
  try {
    const user = await service.owner();
    const limited = limits && await service.limitedSession(user, limits.session, limits);
    const token = limited?.token ?? await service.issueToken(user, { expiresIn: YEAR });
    const client = connect({ baseUrl: "http://localhost", token, fetch, tz, units, now });
    const where = folder === undefined ? "in memory" : `in ${data}`;
    const me = withQuestions(client, {
      name: `own store ${where}`,
      user,
      content: () => contentOf(client, where),
    });
    const end = async (): Promise<void> => {
      await limited?.end();
      await close();
    };
    return guideMe({ ...me, close: end, [Symbol.asyncDispose]: end });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Describes the content of a store: `own store in ~/health: 1,204 records from Watch and Phone`.
 */
async function contentOf(client: Client, where: string): Promise<string> {
  const [{ total_records }, sources] = await Promise.all([
    client.api.user.totals(),
    client.api.sources.list(),
  ]);
  if (total_records === 0) return `own store ${where}: nothing yet`;
  const names = sources.flatMap(({ name }) => name ?? []);
  const from = names.length === 0
    ? ""
    : ` from ${new Intl.ListFormat("en", { type: "conjunction" }).format(names)}`;
  return `own store ${where}: ${countText(total_records, "record")}${from}`;
}
