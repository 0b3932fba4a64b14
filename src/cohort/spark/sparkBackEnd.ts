import { openFrame } from "../../frame/open.ts";
import { concatFrames, selectColumns } from "../../frame/polars/rearrange.ts";
import { withDisplay } from "../../frame/polars/withDisplay.ts";
import { startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import type { BackEnd, PersonOptions, WriteToOptions, WrittenResult } from "../backEnd.ts";
import { IncompleteError } from "../cohortError.ts";
import { digestRows } from "../digest.ts";
import { sortKeys } from "../layout/fileRows.ts";
import { PEOPLE, zonesOf } from "../layout/people.ts";
import { describeQuery, type Query, splitQuery } from "../query.ts";
import { sortRows, sortStable } from "../../frame/polars/sortRows.ts";
import {
  checkSumColumns,
  finishSums,
  PEOPLE_COUNT,
  sumColumns,
  type SumQuery,
} from "../sumColumns.ts";
import { checkSelection, PERSON, type TableSchema, TYPE_LABELS } from "../tableSchema.ts";
import type { Failure } from "../worker/trailer.ts";
import type { ExecuteOptions, SparkConnection } from "./connection.ts";
import { selectionSql } from "./perPersonSql.ts";
import { checkRows, checkTrailers, type Output, SparkQuery } from "./sparkQuery.ts";
import { SparkTables } from "./sparkTables.ts";
import { quoteName } from "./sql.ts";
import { writeOnSpark } from "./writeOnSpark.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Options of a cohort on Spark. */
export interface SparkOptions {
  /** Folder with its tables, as the executors see it; `undefined` for tables in the catalog. */
  readonly folder: string | undefined;
  /** Command line of the worker on the executors; `undefined` if they see this machine's files. */
  readonly worker: string | undefined;
}

/** Cohort on Spark: its SQL selects, counts and sums; workers in its executors run verbs. */
export class SparkBackEnd implements BackEnd {
  readonly #connection: SparkConnection;
  readonly #tables: SparkTables;
  readonly #worker: string | undefined;
  readonly #closed = new AbortController();

  /** `connection` must be open. */
  constructor(connection: SparkConnection, { folder, worker }: SparkOptions) {
    this.#connection = connection;
    this.#tables = new SparkTables(connection, folder);
    this.#worker = worker;
  }

  tables(): Promise<string[]> {
    return this.#tables.names(this.#options({}));
  }

  async schema(table: string): Promise<TableSchema> {
    return (await this.#tables.open(table, this.#options({}))).schema;
  }

  async people(): Promise<Frame> {
    const run = this.#options({});
    const sql = `select * from ${await this.#tables.source(PEOPLE, run)}`;
    const people = sortRows(await this.#connection.frame(sql, run), [PERSON]);
    zonesOf(openFrame(people).columns(), "read people");
    return withDisplay(people);
  }

  collect(query: Query, options: PersonOptions): Promise<Frame> {
    return this.#track(query, options, async (asked, run) => {
      const { selection, perPerson } = splitQuery(query);
      if (perPerson.length > 0) return await collectResults(asked, options);
      const { schema } = asked.source;
      const columns = selection.columns ?? Object.keys(schema);
      const keys = sortKeys(schema), names = [PERSON, ...columns.filter((one) => one !== PERSON)];
      const read = [...new Set([...keys, ...names])].map((name) => `t.${quoteName(name)}`);
      const sql = `select ${read.join(", ")} ${selectionSql(asked.source, selection)}`;
      const sorted = sortRows(await this.#connection.frame(sql, run), keys);
      return withDisplay(selectColumns(sorted, names));
    });
  }

  count(query: Query, options: PersonOptions): Promise<number> {
    return this.#track(query, options, async (asked) => {
      const rows = await asked.count();
      if (splitQuery(query).perPerson.length === 0) return rows;
      const { trailers } = await asked.run([], false, options.onFailed);
      return checkTrailers(query, trailers, rows).rowsOut;
    });
  }

  async sum(query: Query, sum: SumQuery, options: PersonOptions): Promise<Frame> {
    const { selection, perPerson } = splitQuery(query), { column, by, minPeople } = sum;
    if (perPerson.length > 0) {
      const steps = [...query.steps, { kind: "select", columns: [...by, column] } as const];
      return sumColumns(await this.collect({ ...query, steps }, options), sum);
    }
    return await this.#track(query, options, async ({ source }, run) => {
      const labels = Object.entries(source.schema).map(([name, type]) => [name, TYPE_LABELS[type]]);
      checkSumColumns(new Map(labels as [string, string][]), column, by);
      const groups = by.map((name) => `t.${quoteName(name)}`), own = quoteName(column);
      const cells = [...groups, `coalesce(sum(t.${own}), 0) as ${own}`];
      if (minPeople !== undefined) cells.push(`count(distinct t.${PERSON}) as ${PEOPLE_COUNT}`);
      const sql = `select ${cells.join(", ")} ${selectionSql(source, selection)}${
        groups.length === 0 ? "" : ` group by ${groups.join(", ")}`
      }`;
      return finishSums(await this.#connection.frame(sql, run), sum);
    });
  }

  writeTo(query: Query, folder: string, options: WriteToOptions): Promise<WrittenResult> {
    return this.#track(
      query,
      options,
      (asked, run) => writeOnSpark(this.#connection, asked, folder, options, run),
    );
  }

  check(): Promise<never> {
    return refuse("check");
  }

  compact(): Promise<never> {
    return refuse("compact");
  }

  async close(): Promise<void> {
    this.#closed.abort(new DOMException("The cohort was closed", "AbortError"));
    await this.#connection.close();
  }

  #options({ signal }: PersonOptions): ExecuteOptions {
    const { signal: closed } = this.#closed;
    return { signal: signal === undefined ? closed : AbortSignal.any([closed, signal]) };
  }

  async #track<T>(
    query: Query,
    options: PersonOptions,
    work: (asked: SparkQuery, run: ExecuteOptions) => Promise<T>,
  ): Promise<T> {
    const progress = startProgress(options.onProgress ?? progressBar(), {
      action: describeQuery(query),
      unit: "pieces",
    });
    const onTasks = (done: number, total: number): void => progress.report(done, total);
    const run: ExecuteOptions = { ...this.#options(options), onTasks };
    try {
      const source = await this.#tables.open(query.table, run);
      checkSelection(splitQuery(query).selection.columns, source.schema);
      return await work(new SparkQuery(this.#connection, source, query, this.#worker, run), run);
    } finally {
      progress.end();
    }
  }
}

function refuse(action: string): Promise<never> {
  return Promise.reject(
    new TypeError(
      `Cannot ${action} a cohort on Spark: SQL does not list files. Open the folder on a machine that sees it.`,
    ),
  );
}

/** Returns the rows of workers after checking that they add up. */
async function collectResults(asked: SparkQuery, { onFailed }: PersonOptions): Promise<Frame> {
  const expected = await asked.count();
  const failures = new Map<string, Failure>();
  const tell = onFailed && ((failure: Failure) => void failures.set(failure.person, failure));
  const { output, results } = await asked.withColumns((output) => asked.run(output, true, tell));
  const { rowsOut, digest } = checkTrailers(asked.query, results.trailers, expected);
  const frame = nameColumns(concatFrames(results.frames), output);
  checkRows(asked.query, frameHeight(frame), rowsOut);
  if (digestRows(openFrame(frame).columns()) !== digest) {
    throw new IncompleteError(
      `Cannot compute ${describeQuery(asked.query)}: rows were changed in transit`,
    );
  }
  for (const failure of failures.values()) onFailed!(failure);
  return withDisplay(frame);
}

/** Restores the column names, and sorts rows by person, each person's in their order. */
function nameColumns(rows: Frame, output: Output): Frame {
  const sorted = sortStable(rows, [PERSON, "number"]);
  return selectColumns(
    sorted,
    [PERSON, ...output.map((_, i) => `o${i}`)],
    [PERSON, ...output.map(([name]) => name)],
  );
}
