import { fileURLToPath } from "node:url";
import { withDisplay } from "../../frame/polars/withDisplay.ts";
import { selectColumns } from "../../frame/polars/rearrange.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { BackEnd, PersonOptions, WriteToOptions, WrittenResult } from "../backEnd.ts";
import { reportFailures } from "../cohortError.ts";
import { emptyColumns, emptyResult } from "../emptyResult.ts";
import { folderState } from "../layout/changeFolder.ts";
import { isThere } from "../layout/commitFiles.ts";
import { sortKeys } from "../layout/fileRows.ts";
import { type Compacted, compactFolder } from "../local/compactFolder.ts";
import { PEOPLE, readPeople } from "../layout/people.ts";
import { tableNames } from "../layout/tableFiles.ts";
import { joinPeople, withPersons } from "../personRows.ts";
import { describeQuery, type Query, splitQuery } from "../query.ts";
import { sortRows } from "../../frame/polars/sortRows.ts";
import { sumColumns, type SumQuery } from "../sumColumns.ts";
import { checkSelection, PERSON, type TableSchema } from "../tableSchema.ts";
import { checkFolder, type CohortCheck } from "./checkFolder.ts";
import { type OpenTable, openTable, READ_TRIES, scanRows } from "./openTable.ts";
import { runSlices, type SliceRun } from "./runSlices.ts";
import { writeResult } from "./writeResult.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Options for running queries on this machine. */
export interface FolderOptions {
  /** Number of concurrent worker processes. */
  readonly workers: number;
  /** Maximum number of rows in memory per worker, exceeded only by a single person with more. */
  readonly rowsAtOnce: number;
}

/**
 * Cohort in a folder of Parquet on this machine: Polars selects rows, worker processes run verbs.
 */
export class FolderBackEnd implements BackEnd {
  readonly #folder: string;
  readonly #options: FolderOptions;
  readonly #closed = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** Opens no files: each query reads them again. */
  constructor(folder: string, options: FolderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  tables(): Promise<string[]> {
    return tableNames(this.#folder);
  }

  async schema(table: string): Promise<TableSchema> {
    return (await openTable(this.#folder, table, [])).schema;
  }

  async people(): Promise<Frame> {
    await folderState(this.#folder, `read the people of cohort ${this.#folder}`);
    const people = await readPeople(this.#folder);
    if (people === undefined) {
      const reason = await isThere(this.#folder)
        ? `it has no file in ${PEOPLE}`
        : "there is no such folder";
      throw new TypeError(
        `Cannot read the people of cohort ${this.#folder}: ${reason}. Check the path, or write the ` +
          "cohort with writeCohort().",
      );
    }
    return withDisplay(toFrame(people));
  }

  collect(query: Query, options: PersonOptions): Promise<Frame> {
    return this.#track(this.#collect(query, options));
  }

  async #collect(query: Query, options: PersonOptions): Promise<Frame> {
    const { selection, perPerson } = splitQuery(query);
    if (perPerson.length === 0) {
      options.signal?.throwIfAborted();
      return await this.#read(query, (table) => selectRows(table, selection.columns));
    }
    const table = await this.#open(query);
    const frames: Frame[] = [];
    await runSlices({
      ...this.#run(query, table, options),
      rows: true,
      take: ({ result, frame }) => {
        reportFailures(query, result.failures, options.onFailed);
        if (frame === undefined) return;
        frames.push(withPersons(frame, result.people, table.schema[PERSON]!));
      },
    });
    await checkCurrent(query, table);
    if (frames.length > 0) return joinPeople(frames);
    const given = selection.columns ?? Object.keys(table.schema);
    const schema = Object.fromEntries(given.map((name) => [name, table.schema[name]!]));
    const empty = await emptyResult(schema, perPerson);
    const person = emptyColumns(table.schema, [PERSON]);
    return withDisplay(toFrame({ ...person, ...empty, ...person }));
  }

  count(query: Query, options: PersonOptions): Promise<number> {
    return this.#track(this.#count(query, options));
  }

  async #count(query: Query, options: PersonOptions): Promise<number> {
    if (splitQuery(query).perPerson.length === 0) {
      options.signal?.throwIfAborted();
      return await this.#read(
        query,
        (table) => table.files.length === 0 ? 0 : scanRows(table.files, table).count(),
      );
    }
    const table = await this.#open(query);
    let rows = 0;
    await runSlices({
      ...this.#run(query, table, options),
      rows: false,
      take: ({ result }) => {
        reportFailures(query, result.failures, options.onFailed);
        rows += result.trailer.rowsOut;
      },
    });
    await checkCurrent(query, table);
    return rows;
  }

  async sum(query: Query, sum: SumQuery, options: PersonOptions): Promise<Frame> {
    const rows = await this.collect({
      ...query,
      steps: [...query.steps, { kind: "select", columns: [...sum.by, sum.column] }],
    }, options);
    return sumColumns(rows, sum);
  }

  writeTo(query: Query, folder: string, options: WriteToOptions): Promise<WrittenResult> {
    return this.#track((async () => {
      const table = await this.#open(query);
      const written = await writeResult(this.#run(query, table, options), folder, options);
      // Within one folder, the lock has kept other writers out.
      const isWithin = await Deno.realPath(folder) === await Deno.realPath(this.#folder);
      if (!isWithin) await checkCurrent(query, table);
      return written;
    })());
  }

  check(): Promise<CohortCheck> {
    return checkFolder(this.#folder);
  }

  compact(): Promise<Compacted> {
    return compactFolder(this.#folder);
  }

  async close(): Promise<void> {
    this.#closed.abort(new DOMException("The cohort was closed", "AbortError"));
    await Promise.allSettled([...this.#running]);
  }

  async #open(query: Query): Promise<OpenTable> {
    const { conditions, columns } = splitQuery(query).selection;
    const table = await openTable(this.#folder, query.table, conditions);
    checkSelection(columns, table.schema);
    await checkModules(query);
    return table;
  }

  /** Reads rows of a table, all of them from before or from after a change by a writer. */
  async #read<T>(query: Query, read: (table: OpenTable) => T): Promise<T> {
    for (let tries = 1;; tries++) {
      const table = await this.#open(query);
      try {
        const result = read(table);
        if (await table.isCurrent()) return result;
      } catch (error) {
        if (await table.isCurrent()) throw error;
      }
      if (tries >= READ_TRIES) await checkCurrent(query, table);
    }
  }

  #run(query: Query, table: OpenTable, options: PersonOptions): Omit<SliceRun, "rows" | "take"> {
    const signals = [this.#closed.signal, ...options.signal === undefined ? [] : [options.signal]];
    return {
      query,
      table,
      ...this.#options,
      signal: AbortSignal.any(signals),
      onProgress: options.onProgress,
    };
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }
}

/**
 * Checks that the table is still the one that was opened.
 *
 * @throws {RangeError} if it is not, because rows of both states may be in the result
 */
async function checkCurrent(query: Query, table: OpenTable): Promise<void> {
  if (await table.isCurrent()) return;
  throw new RangeError(
    `Cannot compute ${
      describeQuery(query)
    }: the cohort has changed in the meantime. Run the query again.`,
  );
}

/**
 * Checks that the modules of custom verbs exist, before workers fail to load them.
 *
 * @throws {TypeError} with the module
 */
async function checkModules({ steps }: Query): Promise<void> {
  for (const step of steps) {
    if (step.kind !== "module" || !step.module.startsWith("file:")) continue;
    // Without permission to read it, only the worker knows.
    if (await isThere(fileURLToPath(step.module)).catch(() => true)) continue;
    throw new TypeError(`Cannot run ${step.module} per person: there is no such file`);
  }
}

/** Returns the rows of a table unchanged, sorted by person and time. */
function selectRows(table: OpenTable, columns: readonly string[] | undefined): Frame {
  const names = [PERSON, ...(columns ?? Object.keys(table.schema)).filter((one) => one !== PERSON)];
  if (table.files.length === 0) return withDisplay(toFrame(emptyColumns(table.schema, names)));
  const keys = sortKeys(table.schema);
  const needed = [...new Set([...keys, ...names])];
  const sorted = sortRows(scanRows(table.files, table).read(needed), keys);
  return withDisplay(selectColumns(sorted, names));
}
