import { sliceColumns } from "../../frame/columns/sliceColumns.ts";
import { openFrame } from "../../frame/open.ts";
import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import { crc32 } from "node:zlib";
import { concatColumns } from "../../frame/concatColumns.ts";
import { FORMATS } from "../../frame/formats/formats.ts";
import { loadModules } from "./loadModules.ts";
import { encodeMessage, type Message } from "./messages.ts";
import type { WorkerPlan } from "./plan.ts";
import { runSteps } from "./runSteps.ts";
import { type Failure, failureOf, type Trailer } from "./trailer.ts";

/** Rows of some people, person by person; the body of the message has the columns in Arrow. */
export interface SliceHead {
  /**
   * Names of the columns, separate since a column named like a method of Polars' frames would hide
   * it.
   */
  readonly names: readonly string[];
  /** People with their zones and numbers of rows. */
  readonly people: readonly (readonly [person: string, zone: string | null, rows: number])[];
}

/**
 * Result of a slice; the body of the message has the rows in Arrow, and is empty without columns.
 */
export interface SliceResult {
  /** Number of rows per person, in order. */
  readonly people: readonly (readonly [person: string, rows: number])[];
  /** People whose rows made a verb fail. */
  readonly failures: readonly Failure[];
  /** Counts and checksum. */
  readonly trailer: Trailer;
}

/** Computes slices until the input ends: the worker for a folder on this machine. */
export async function runSlices(
  plan: WorkerPlan,
  messages: Iterable<Message>,
  write: (bytes: Uint8Array) => void,
): Promise<void> {
  const modules = await loadModules(plan.steps);
  for (const { head, body } of messages) {
    const { names, people: given } = head as SliceHead;
    const columns = Object.fromEntries(
      Object.values(openFrame(body).columns()).map((column, i) => [names[i]!, column]),
    );
    const results: Columns[] = [], people: [string, number][] = [], failures: Failure[] = [];
    let at = 0;
    for (const [person, zone, rows] of given) {
      try {
        const own = sliceColumns(columns, at, at + rows);
        const result = await runSteps({ person, zone, columns: own }, plan.steps, modules);
        results.push(result);
        people.push([person, rowCount(result)]);
      } catch (error) {
        failures.push(failureOf(person, error));
      }
      at += rows;
    }
    const all = results.length === 0 || !plan.rows ? {} : concatColumns(results);
    const arrow = Object.keys(all).length === 0 ? new Uint8Array() : FORMATS.arrowraw.encode(all);
    const trailer: Trailer = {
      rowsIn: rowCount(columns),
      rowsOut: people.reduce((sum, [, rows]) => sum + rows, 0),
      digest: crc32(arrow),
    };
    const result: SliceResult = { people, failures, trailer };
    for (const bytes of encodeMessage({ head: result, body: arrow })) write(bytes);
  }
}
