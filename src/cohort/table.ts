import { obeyCell } from "../options/callSignal.ts";
import type { FrameLike } from "../frame/open.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { guideValues } from "../options/guided.ts";
import { describeValue } from "../options/describeValue.ts";
import type {
  BackEnd,
  PersonOptions,
  RunOptions,
  WriteToOptions,
  WrittenResult,
} from "./backEnd.ts";
import { type Conditions, toConditions } from "./conditions.ts";
import { toJson } from "./json.ts";
import type { Query, Step } from "./query.ts";
import { checkTableName } from "./tableSchema.ts";
import { findVerb, verbName } from "./verbs.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options for summing a column. */
export interface SumOptions extends PersonOptions {
  /** Columns to group by, such as `person`. @default a single sum */
  by?: string | readonly string[];
  /**
   * Smallest number of people behind a sum that may leave the study, at least 2. Sums of fewer
   * people are null, and so are other sums that would reveal them if the total is known. A column
   * `people` has the number of people, null as well. Tables of other rows or groups can still
   * reveal a hidden sum; publish one table per question. @default all are shown
   */
  minPeople?: number;
}

const RUN = optionNames<RunOptions>()("signal onProgress");
const PERSON_RUN = optionNames<PersonOptions>()(RUN, "onFailed");

/** Checks the options of a run, whose functions are called much later. */
function checkRun(action: string, options: PersonOptions, more: Record<string, true> = {}): void {
  checkOptions(action, options, { ...PERSON_RUN, ...more });
  for (const name of ["onFailed", "onProgress"] as const) {
    const call: unknown = options[name];
    if (call === undefined || typeof call === "function") continue;
    throw new TypeError(`Cannot ${action}: ${name} is ${describeValue(call)}, expected a function`);
  }
}

/**
 * Rows of a cohort's table, or a computation on them. It is only a description: nothing runs until
 * you call `collect`, `count`, `sum` or `writeTo`. Each method returns a new one.
 */
export class CohortTable {
  readonly #backEnd: BackEnd;
  readonly #query: Query;

  /** `query` is the description that a back end executes. */
  constructor(backEnd: BackEnd, query: Query) {
    this.#backEnd = backEnd;
    this.#query = query;
  }

  /**
   * Keeps some columns, in the given order; `person` always stays, in front.
   *
   * @throws {TypeError} if no column is given
   */
  select(...columns: readonly string[]): CohortTable {
    const odd = columns.find((column) => typeof column !== "string");
    if (columns.length > 0 && odd === undefined) return this.#with({ kind: "select", columns });
    throw new TypeError(
      `Cannot select columns: ${
        columns.length === 0 ? "the list is empty" : `${describeValue(odd)} is not a name`
      }`,
    );
  }

  /**
   * Keeps rows whose columns have some values: `{ name: "TST" }`, `{ person: ["a", "b"] }`, or `{
   * start_time: { from: "2025-01-01T00:00Z", to: "2025-02-01T00:00Z" } }`, a half-open range.
   * Before a verb, files of other buckets and months are not opened.
   *
   * @throws {TypeError} if a value cannot be in a cell
   */
  where(conditions: Conditions): CohortTable {
    return this.#with({ kind: "where", conditions: toConditions("select rows", conditions) });
  }

  /**
   * Applies a verb of `sleep`, `series` or `places` to the rows of each person. The worker receives
   * the name of the verb, and its options as plain data. The verb sees times in the person's zone.
   * For an object of statistics, the result is its long frame. In the result, times are in UTC, and
   * `person` is the first column. Columns that `sleep.merge`, `sleep.nightly` and
   * `sleep.statistics` add only if needed, such as `stages_known` and `reason`, are the last
   * columns of every result; they are null for people who do not need them.
   *
   * To apply your own verb, pass the URL of a module. Its default export takes a frame and the
   * options, and returns a frame. It runs with the worker's permissions, at your own risk.
   *
   * @throws {TypeError} if it is not a verb of the toolkit, or an option cannot be sent, such as a
   * function
   */
  perPerson<Args extends readonly unknown[]>(
    verb: ((frame: FrameLike, ...args: Args) => Frame | { readonly frame: Frame }) | URL,
    ...args: Args
  ): CohortTable {
    const given = args.map((arg, i) =>
      toJson("run a verb per person", arg ?? null, `argument ${i + 1}`)
    );
    if (verb instanceof URL) return this.#with({ kind: "module", module: verb.href, args: given });
    const name = verbName(verb);
    if (name !== undefined) {
      findVerb(name);
      return this.#with({ kind: "verb", verb: name, args: given });
    }
    throw new TypeError(
      `Cannot run ${
        typeof verb === "function"
          ? `the function ${verb.name || "without a name"}`
          : describeValue(verb)
      } per person: it is not a verb of sleep, series or places; pass your own verb as the URL of a module`,
    );
  }

  /**
   * Returns all rows as one frame, sorted by person; rows of a table then by time, rows of a result
   * in the order of the verb.
   *
   * @throws {PersonError} if a verb fails for a person, without `onFailed`
   * @throws {IncompleteError} if rows were lost
   */
  async collect(options: PersonOptions = {}): Promise<Frame> {
    checkRun("collect rows", options);
    return await this.#backEnd.collect(this.#query, obeyCell(options));
  }

  /** Counts the rows without collecting them. */
  async count(options: PersonOptions = {}): Promise<number> {
    checkRun("count rows", options);
    return await this.#backEnd.count(this.#query, obeyCell(options));
  }

  /**
   * Sums a numeric column, optionally by other columns: a sorted frame of those columns and the
   * sum, under the column's name. Nulls are ignored; an empty sum is 0. The last digits of a sum of
   * `f64` depend on the order of additions, which is up to the engine.
   *
   * @throws {TypeError} if a column is missing or not numeric
   */
  async sum(column: string, options: SumOptions = {}): Promise<Frame> {
    checkRun(`sum ${column}`, options, { by: true, minPeople: true });
    const { by = [], minPeople, ...rest } = options;
    if (minPeople !== undefined && !(Number.isSafeInteger(minPeople) && minPeople >= 2)) {
      throw new RangeError(
        `Cannot sum ${column}: minPeople is ${
          describeValue(minPeople)
        }, expected a whole number of at least 2`,
      );
    }
    return await this.#backEnd.sum(
      this.#query,
      { column, by: [by].flat(), minPeople },
      obeyCell(rest),
    );
  }

  /**
   * Writes the rows as a table of another cohort with the same people. No process ever has all rows
   * in memory. Resumes a partially written table.
   *
   * @throws {RangeError} if the table's name is invalid, the folder already has the table, or a part of another query's result
   */
  async writeTo(folder: string, options: WriteToOptions = {}): Promise<WrittenResult> {
    checkRun("write rows", options, { table: true });
    if (typeof folder !== "string" || folder === "") {
      throw new TypeError(`Cannot write rows: the folder is ${describeValue(folder)}`);
    }
    if (options.table !== undefined) checkTableName(options.table);
    return await this.#backEnd.writeTo(this.#query, folder, obeyCell(options));
  }

  #with(step: Step): CohortTable {
    return new CohortTable(this.#backEnd, {
      ...this.#query,
      steps: [...this.#query.steps, step],
    });
  }
}

guideValues(
  CohortTable.prototype,
  (_, name) =>
    `Cannot read ${name} of a cohort's table: it has no such member. It has select, where, perPerson, ` +
    "collect, count, sum and writeTo, such as table.perPerson(sleep.nightly).collect(), which returns " +
    "a frame.",
);
