import { crc32 } from "node:zlib";
import { fromArrow } from "../../frame/polars/fromArrow.ts";
import { type Progress, startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { IncompleteError } from "../cohortError.ts";
import { describeQuery, type Query, splitQuery } from "../query.ts";
import type { SliceResult } from "../worker/slices.ts";
import type { OpenTable } from "./openTable.ts";
import { readSlice, type Slice, slicesOf } from "./slicesOf.ts";
import { WorkerEnded, WorkerProcess } from "./workerProcess.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Result of one slice. */
export interface SliceOutcome {
  readonly slice: Slice;
  /** Row counts by person, failures, and checksums. */
  readonly result: SliceResult;
  /** Rows; `undefined` without columns, or if only the count was requested. */
  readonly frame: Frame | undefined;
}

/** Options for running slices. */
export interface SliceRun {
  readonly query: Query;
  readonly table: OpenTable;
  /** Number of worker processes. */
  readonly workers: number;
  /** Maximum number of rows per slice. */
  readonly rowsAtOnce: number;
  /** Returns rows if true, otherwise only their number. */
  readonly rows: boolean;
  /** Skips slices that are already done. @default none */
  readonly skip?: (slice: Slice) => boolean;
  /** Receives the result of a slice. */
  readonly take: (outcome: SliceOutcome) => void | Promise<void>;
  /** Cancels the work. */
  readonly signal: AbortSignal | undefined;
  /** Called with the progress. */
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Maximum number of retries for a slice after its worker was killed. */
const RETRIES = 2;

/**
 * Runs the steps of a query over the people of a table, slice by slice, in parallel processes. A
 * killed process is replaced, and its slice computed again.
 *
 * @throws {IncompleteError} if a slice's rows do not add up
 * @throws {WorkerEnded} if workers end repeatedly on one slice
 */
export async function runSlices(run: SliceRun): Promise<void> {
  const { query, table, signal } = run;
  const { selection, perPerson } = splitQuery(query);
  const progress = startProgress(run.onProgress ?? progressBar(), {
    action: describeQuery(query),
    unit: "pieces",
  });
  const all = slicesOf(table, run.rowsAtOnce), slices = all.values();
  const living = new Set<WorkerProcess>();
  const stop = new AbortController();
  const stopped = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
  const killAll = (): void => void Promise.allSettled([...living].map((worker) => worker.end()));
  stopped.addEventListener("abort", killAll);
  const start = (): WorkerProcess => {
    const worker = new WorkerProcess({ steps: perPerson, rows: run.rows });
    living.add(worker);
    return worker;
  };
  const drop = async (worker: WorkerProcess): Promise<void> => {
    living.delete(worker);
    await worker.end();
  };
  let done = 0;
  progress.report(0, all.length);
  const lane = async (): Promise<void> => {
    let worker: WorkerProcess | undefined;
    try {
      for (const slice of slices) {
        stopped.throwIfAborted();
        for (let tries = 0; run.skip?.(slice) !== true; tries++) {
          worker ??= start();
          try {
            const answer = await worker.ask(readSlice(table, slice, selection.columns));
            stopped.throwIfAborted();
            await run.take(
              checkOutcome(answer.head as SliceResult, answer.body, slice, table.name),
            );
            break;
          } catch (error) {
            stopped.throwIfAborted();
            if (!(error instanceof WorkerEnded)) throw error;
            await drop(worker);
            worker = undefined;
            if (tries === RETRIES) throw endedError(slice, query, error);
          }
        }
        done++;
        progress.report(done, all.length);
      }
    } catch (error) {
      stop.abort(error); // the first reason counts
      throw error;
    } finally {
      if (worker !== undefined) await drop(worker);
    }
  };
  try {
    signal?.throwIfAborted();
    const lanes = Array.from({ length: run.workers }, lane);
    const ends = await Promise.allSettled(lanes);
    const failed = ends.find((end) => end.status === "rejected");
    if (failed !== undefined) throw stopped.aborted ? stopped.reason : failed.reason;
  } finally {
    stopped.removeEventListener("abort", killAll);
    await Promise.allSettled([...living].map((worker) => worker.end()));
    progress.end();
  }
}

/**
 * Returns the result of a slice after checking that it adds up.
 *
 * @throws {IncompleteError} if it does not add up
 */
export function checkOutcome(
  result: SliceResult,
  body: Uint8Array,
  slice: Slice,
  table: string,
): SliceOutcome {
  const frame = body.length === 0 ? undefined : fromArrow(body);
  const { rowsIn, rowsOut, digest } = result.trailer;
  const people = result.people.length + result.failures.length;
  const problem = rowsIn !== slice.rows
    ? `the worker read ${rowsIn} of ${slice.rows} rows`
    : people !== slice.people.length
    ? `the worker tells of ${people} of ${slice.people.length} people`
    : frame !== undefined && frameHeight(frame) !== rowsOut
    ? `${frameHeight(frame)} of ${rowsOut} rows have come`
    : crc32(body) !== digest
    ? "the rows were changed in transit"
    : undefined;
  if (problem === undefined) return { slice, result, frame };
  throw new IncompleteError(
    `Cannot compute with bucket ${slice.bucket} of ${table}, slice ${slice.number}: ${problem}`,
  );
}

function endedError({ bucket, people }: Slice, query: Query, error: WorkerEnded): WorkerEnded {
  const [first, last] = [people[0]![0], people.at(-1)![0]];
  return new WorkerEnded(
    `Cannot compute ${describeQuery(query)} for ${
      first === last ? `person ${first}` : `people ${first} to ${last}`
    } of bucket ${bucket}: ${RETRIES + 1} workers ended on it, the last time ${error.message}`,
    { cause: error },
  );
}
