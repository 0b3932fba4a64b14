import type { ColumnType } from "../../frame/columns/schema.ts";
import { openFrame } from "../../frame/open.ts";
import { keepRows } from "../../frame/polars/rearrange.ts";
import { IncompleteError, reportFailures } from "../cohortError.ts";
import { emptyResult } from "../emptyResult.ts";
import { describeQuery, type Query, splitQuery } from "../query.ts";
import { PERSON } from "../tableSchema.ts";
import { typeOf } from "../worker/cellText.ts";
import type { WorkerPlan } from "../worker/plan.ts";
import type { Failure, Trailer } from "../worker/trailer.ts";
import type { ExecuteOptions, SparkConnection } from "./connection.ts";
import { inputColumns, perPersonSql, selectionSql, type SqlSource } from "./perPersonSql.ts";
import { workerCommand } from "./workerCommand.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Columns of a result. */
export type Output = NonNullable<WorkerPlan["output"]>;

/** Output of a query's workers. */
export interface Results {
  /** Rows with columns `person`, `number`, `o0`, ... */
  readonly frames: readonly Frame[];
  /** Trailer of each partition. */
  readonly trailers: readonly Trailer[];
  /** Columns of people that differ from the expected ones. */
  readonly columns: readonly Output[];
}

/** Query of a table on Spark. */
export class SparkQuery {
  readonly source: SqlSource;
  readonly query: Query;
  readonly #connection: SparkConnection;
  readonly #worker: string | undefined;
  readonly #run: ExecuteOptions;

  /** Runs nothing yet. `worker` is the worker's command line, if it is not this machine's. */
  constructor(
    connection: SparkConnection,
    source: SqlSource,
    query: Query,
    worker: string | undefined,
    run: ExecuteOptions,
  ) {
    this.#connection = connection;
    this.source = source;
    this.query = query;
    this.#worker = worker;
    this.#run = run;
  }

  /**
   * Runs the query's workers, and again if columns depend on the data: the columns of all people
   * are only known after all of them are done.
   *
   * @param once Runs the workers and sorts their output.
   * @returns the output of the last run, with the columns
   */
  async withColumns<R extends Pick<Results, "columns">>(
    once: (output: Output) => Promise<R>,
  ): Promise<{ output: Output; results: R }> {
    const first = await this.#output();
    const results = await once(first);
    if (results.columns.length === 0) return { output: first, results };
    const output = unionOf([first, ...results.columns]);
    const again = await once(output);
    if (again.columns.length === 0) return { output, results: again };
    throw new IncompleteError(
      `Cannot compute ${describeQuery(this.query)}: the columns of people differ between reads`,
    );
  }

  /** Runs the workers and sorts their output. */
  async run(
    output: Output,
    rows: boolean,
    onFailed: ((failure: Failure) => void) | undefined,
  ): Promise<Results> {
    const frames: Frame[] = [], trailers: Trailer[] = [], columns: Output[] = [];
    for await (const batch of this.#connection.query(this.sql(output, rows), this.#run)) {
      frames.push(keepKinds(batch, ["row"]));
      sortNotes(batch, this.query, { trailers, columns }, onFailed);
    }
    return { frames, trailers, columns };
  }

  /** Returns the SQL that runs the workers. */
  sql(output: Output, rows: boolean): string {
    const { selection, perPerson } = splitQuery(this.query);
    const plan: WorkerPlan = {
      steps: perPerson,
      rows,
      input: inputColumns(this.source, selection),
      person: this.source.schema[PERSON] === "int64" ? "int64" : "text",
      output,
    };
    return perPersonSql(this.source, selection, plan, this.#worker ?? workerCommand(plan));
  }

  /** Counts the selected rows with Spark. */
  async count(): Promise<number> {
    const sql = `select cast(count(*) as double) as rows ${
      selectionSql(this.source, splitQuery(this.query).selection)
    }`;
    return openFrame(await this.#connection.frame(sql, this.#run)).numbers("rows")[0]!;
  }

  /** Returns the columns of a result as far as they are known in advance. */
  async #output(): Promise<Output> {
    const { selection, perPerson } = splitQuery(this.query), { schema } = this.source;
    const given = [[PERSON, schema[PERSON]!] as const, ...inputColumns(this.source, selection)];
    const empty = await emptyResult(Object.fromEntries(given), perPerson);
    if (empty === undefined) return await this.#probe();
    return Object.entries(empty).map(([name, column]) => [name, typeOf(column)]);
  }

  /** Returns the columns of one person's result, if a verb needs rows to determine them. */
  async #probe(): Promise<Output> {
    const { selection } = splitQuery(this.query);
    const sql = `select cast(t.${PERSON} as string) as person ${
      selectionSql(this.source, selection)
    } limit 1`;
    const first = await this.#connection.frame(sql, this.#run);
    const person = openFrame(first).text(PERSON)!.values()[0] ?? undefined;
    if (person === undefined) return [];
    const one = { kind: "where", conditions: [{ column: PERSON, in: [person] }] } as const;
    const query = { ...this.query, steps: [one, ...this.query.steps] };
    const asked = new SparkQuery(this.#connection, this.source, query, this.#worker, this.#run);
    const { columns } = await asked.run([], true, () => {});
    return columns[0] ?? [];
  }
}

/** Keeps the rows of a batch with these kinds. */
function keepKinds(batch: Frame, kinds: readonly string[]): Frame {
  const { codes, names } = openFrame(batch).text("kind")!.codes();
  const isKept = names.map((name) => name !== null && kinds.includes(name) ? 1 : 0);
  return keepRows(batch, Uint8Array.from(codes, (code) => isKept[code]!));
}

/**
 * Sorts a worker's notes; a note of an unknown kind is ignored and therefore missed by the checks.
 */
export function sortNotes(
  batch: Frame,
  query: Query,
  { trailers, columns }: { trailers: Trailer[]; columns: Output[] },
  onFailed: ((failure: Failure) => void) | undefined,
): void {
  const notes = openFrame(keepKinds(batch, ["error", "columns", "trailer"]));
  const kinds = notes.text("kind")!.values();
  notes.text("note")!.values().forEach((note, i) => {
    const value = JSON.parse(note!);
    if (kinds[i] === "error") reportFailures(query, [value], onFailed);
    else (kinds[i] === "columns" ? columns : trailers).push(value);
  });
}

/**
 * Checks that all rows arrived.
 *
 * @throws {IncompleteError} if rows are missing
 */
export function checkRows(query: Query, found: number, expected: number): void {
  if (found === expected) return;
  throw new IncompleteError(
    `Cannot compute ${describeQuery(query)}: of ${expected} rows, ${found} arrived`,
  );
}

/** Returns the columns of all people, in order of first appearance. */
function unionOf(outputs: readonly Output[]): Output {
  const union = new Map<string, ColumnType>();
  for (const [name, type] of outputs.flat()) {
    const known = union.get(name);
    if (known === undefined) union.set(name, type);
    else if (JSON.stringify(known) !== JSON.stringify(type)) {
      throw new TypeError(
        `Cannot join the rows of people: column ${name} is ${JSON.stringify(known)} for some, ${
          JSON.stringify(type)
        } for others`,
      );
    }
  }
  return [...union];
}

/**
 * Combines the trailers of all partitions.
 *
 * @throws {IncompleteError} if they did not read as many rows as expected
 */
export function checkTrailers(
  query: Query,
  trailers: readonly Trailer[],
  expected: number,
): Trailer {
  const sum = (of: keyof Trailer): number => trailers.reduce((all, one) => all + one[of], 0);
  const rowsIn = sum("rowsIn");
  if (rowsIn === expected) {
    return { rowsIn, rowsOut: sum("rowsOut"), digest: sum("digest") % 2 ** 32 };
  }
  throw new IncompleteError(
    `Cannot compute ${
      describeQuery(query)
    }: the workers report ${rowsIn} of ${expected} rows; one stopped early, a person is in people twice, or the table is being written to`,
  );
}
