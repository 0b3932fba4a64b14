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

/** Options of {@linkcode Questions.erase}. */
export interface EraseOptions {
  /**
   * Data types to erase.
   * @default all except `calendars`, which contain events and have no time of their own
   */
  dataTypes?: readonly string[] | undefined;
  /** Only counts, and erases nothing. @default false */
  dryRun?: boolean | undefined;
  /** Stops erasing; records that are already erased stay erased. */
  signal?: AbortSignal | undefined;
  /** Called with the progress. @default the client's */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Result of erasing a data type. */
export interface ErasedType {
  /** Data type. */
  readonly data_type: string;
  /** Number of records before. */
  readonly before: number;
  /** Number of records after; equal to `before` if nothing was erased. */
  readonly after: number;
}

const OPTIONS = optionNames<EraseOptions>()("dataTypes dryRun signal onProgress");
const ACTION = "erase records";

/** Erases the user's own records that intersect a range: see {@linkcode Questions.erase}. */
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

/** Counts the records in an interval, by data type. */
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
 * Rejects a name that is not a data type. Otherwise a typo would look like a successful erasure.
 *
 * @throws {TypeError} if it is not a list of names
 * @throws {RangeError} if a type does not exist
 */
async function checkTypes(client: Client, dataTypes: readonly string[]): Promise<void> {
  if (!Array.isArray(dataTypes) || dataTypes.some((name) => typeof name !== "string")) {
    throw new TypeError(
      `Cannot ${ACTION}: dataTypes has to be a list of names such as ["HeartRate"]`,
    );
  }
  const known = (await client.api.catalog.types()).map(({ name }) => name);
  const odd = dataTypes.find((name) => !known.includes(name) && !name.includes("/"));
  if (odd === undefined) return;
  throw new RangeError(
    `Cannot ${ACTION}: there is no data type ${JSON.stringify(odd)}${suggest(odd, known)}`,
  );
}
