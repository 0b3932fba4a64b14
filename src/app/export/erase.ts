import type { Client } from "../../client/client.ts";
import { readRowsOf } from "../../client/readRows.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { suggest } from "../../options/suggest.ts";
import type { Progress } from "../../progress/progress.ts";
import { withDisplay } from "../../frame/polars/withDisplay.ts";
import { type Interval, type Range, toInterval } from "../../time/interval.ts";
import { checkClient } from "../ask/checkInput.ts";
import { readAvailable } from "../mirror/readChanges.ts";
import type { Available } from "../mirror/slices.ts";
import { slices } from "../mirror/slices.ts";
import { readTypeRows, recordOf } from "../mirror/readTypeRows.ts";

/** What is erased. */
export interface EraseOptions {
  /**
   * Of which data types.
   * @default all but `calendars`, which hold events and have no time of their own
   */
  dataTypes?: readonly string[] | undefined;
  /** Count alone, and erase nothing. @default false */
  dryRun?: boolean | undefined;
  /** Ends it; what was erased by then is gone. */
  signal?: AbortSignal | undefined;
  /** Called with how far it is. @default the client's */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** What was erased of a data type. */
export interface ErasedType {
  /** The data type. */
  readonly data_type: string;
  /** Records before. */
  readonly before: number;
  /** Records after; as many as before where nothing was to be erased. */
  readonly after: number;
}

const OPTIONS = optionNames<EraseOptions>()("dataTypes dryRun signal onProgress");
const ACTION = "erase records";

/** Erases one's own records that intersect a range: see {@linkcode Questions.erase}. */
export async function erase(
  client: Client,
  range: Range,
  options: EraseOptions = {},
): Promise<ErasedType[]> {
  checkClient(ACTION, client);
  checkOptions(ACTION, options, OPTIONS);
  const { dataTypes, dryRun = false, signal, onProgress } = options;
  const interval = toInterval(range, { tz: client.tz });
  const before = await countRecords(client, interval, { dataTypes, signal });
  if (!dryRun) {
    const readRows = readRowsOf(client, ACTION);
    for (const [dataType, available] of before) {
      for (const slice of slices(interval, available)) {
        const rows = await readTypeRows({ readRows, dataType, signal }, slice);
        const deletions = rows.map((row) => ({
          deleted_id: recordOf(dataType, row).id,
          deleted_type: dataType,
        }));
        if (deletions.length === 0) continue;
        await client.api.ingest.records("DeletedRecord", deletions, { signal, onProgress });
      }
    }
  }
  const after = dryRun ? before : await countRecords(client, interval, { dataTypes, signal });
  return withDisplay(
    Array.from(before, ([data_type, { count }]) => ({
      data_type,
      before: count,
      after: after.get(data_type)?.count ?? 0,
    })),
  );
}

/** What records there are in an interval, by data type. */
async function countRecords(
  client: Client,
  interval: Interval,
  { dataTypes, signal }: Pick<EraseOptions, "dataTypes" | "signal">,
): Promise<Map<string, Available>> {
  if (dataTypes !== undefined) await checkTypes(client, dataTypes);
  const available = await readAvailable(client, interval, { signal });
  const isAsked = (dataType: string): boolean =>
    dataTypes === undefined ? dataType !== "calendars" : dataTypes.includes(dataType);
  return new Map([...available].filter(([dataType]) => isAsked(dataType)));
}

/**
 * Rejects a name that is no data type: what was misspelt would not be erased, and look as if it were.
 *
 * @throws {TypeError} if it is no list of names
 * @throws {RangeError} if there is no such type
 */
async function checkTypes(client: Client, dataTypes: readonly string[]): Promise<void> {
  if (!Array.isArray(dataTypes) || dataTypes.some((name) => typeof name !== "string")) {
    throw new TypeError(`Cannot ${ACTION}: dataTypes is no list of names such as ["HeartRate"]`);
  }
  const known = (await client.api.catalog.types()).map(({ name }) => name);
  const odd = dataTypes.find((name) => !known.includes(name) && !name.includes("/"));
  if (odd === undefined) return;
  throw new RangeError(
    `Cannot ${ACTION}: there is no data type ${JSON.stringify(odd)}${suggest(odd, known)}`,
  );
}
