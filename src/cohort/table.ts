import { obeyCell } from "../options/callSignal.ts";
import type { FrameLike } from "../frame/open.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
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
import { findVerb, verbName } from "./verbs.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** How a column is summed. */
export interface SumOptions extends PersonOptions {
  /** Columns for whose values there is a sum each, such as `person`. @default one sum of all */
  by?: string | readonly string[];
}

const RUN: OptionTable<RunOptions> = { signal: true, onProgress: true };
const PERSON_RUN: OptionTable<PersonOptions> = { ...RUN, onFailed: true };

/**
 * Rows of a cohort's table, or what is computed of them: a description, which nothing is done with
 * until `collect`, `count`, `sum` or `writeTo` is called. Each method gives a new one.
 */
export class CohortTable {
  readonly #backEnd: BackEnd;
  readonly #query: Query;

  /** What a query describes, carried out by a back end. */
  constructor(backEnd: BackEnd, query: Query) {
    this.#backEnd = backEnd;
    this.#query = query;
  }

  /**
   * Keeps some columns, in the order given; `person` always stays, in front.
   *
   * @throws {TypeError} if no column is named
   */
  select(...columns: readonly string[]): CohortTable {
    const odd = columns.find((column) => typeof column !== "string");
    if (columns.length > 0 && odd === undefined) return this.#with({ kind: "select", columns });
    throw new TypeError(
      `Cannot select columns: ${
        columns.length === 0 ? "none is named" : `${describeValue(odd)} is not a name`
      }`,
    );
  }

  /**
   * Keeps the rows in which columns have some values: `{ name: "TST" }`, `{ person: ["a", "b"] }`, or
   * `{ start_time: { from: "2025-01-01T00:00Z", to: "2025-02-01T00:00Z" } }`, from inclusive to exclusive.
   * Before a verb, files of other buckets and months are not even opened.
   *
   * @throws {TypeError} if a value is not one that a cell can have
   */
  where(conditions: Conditions): CohortTable {
    return this.#with({ kind: "where", conditions: toConditions("select rows", conditions) });
  }

  /**
   * Does with the rows of each person what a verb of `sleep`, `series` or `places` does with a frame. The
   * verb travels by its name, its options as plain data; it sees times in the person's zone. Of an
   * object of statistics the result is its long frame. In the result, times are in UTC, and `person` stands in front. Columns that `sleep.merge`, `sleep.nightly`
   * and `sleep.statistics` add only if needed, such as `stages_known` and `reason`, are there for
   * everyone, last; they are null for people who do not need them.
   *
   * A verb of one's own is a module, given as a URL, whose default export takes a frame and the
   * options and gives a frame: it runs with what a worker may do, on one's own risk.
   *
   * @throws {TypeError} if it is not a verb of the toolkit, or an option cannot travel, such as a function
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
      } per person: it is not a verb of sleep, series or places; give one of one's own as the URL of a module`,
    );
  }

  /**
   * All rows as one frame: sorted by person, within a table by time, within a result as the verb
   * gives them.
   *
   * @throws {PersonError} if a verb fails for a person, and no `onFailed` is given
   * @throws {IncompleteError} if rows were lost on their way
   */
  async collect(options: PersonOptions = {}): Promise<Frame> {
    checkOptions("collect rows", options, PERSON_RUN);
    return await this.#backEnd.collect(this.#query, obeyCell(options));
  }

  /** How many rows there are; they stay where they are. */
  async count(options: PersonOptions = {}): Promise<number> {
    checkOptions("count rows", options, PERSON_RUN);
    return await this.#backEnd.count(this.#query, obeyCell(options));
  }

  /**
   * The sum of a column of numbers, by other columns: a frame of those and the sum under the column's own
   * name, sorted. Nulls count for nothing, a sum of nothing is 0. The last digits of a sum of `f64` depend
   * on the order of adding, which engines choose.
   *
   * @throws {TypeError} if a column is missing, or holds no numbers
   */
  async sum(column: string, options: SumOptions = {}): Promise<Frame> {
    checkOptions(`sum ${column}`, options, { ...PERSON_RUN, by: true });
    const { by = [], ...rest } = options;
    return await this.#backEnd.sum(this.#query, column, [by].flat(), obeyCell(rest));
  }

  /**
   * Writes the rows as a table of another cohort, with the same people: they never come together in
   * one process. A result of which a part is there already goes on from there.
   *
   * @throws {RangeError} if the folder has such a table already, or a part of another query's
   */
  async writeTo(folder: string, options: WriteToOptions = {}): Promise<WrittenResult> {
    checkOptions("write rows", options, { ...PERSON_RUN, table: true });
    if (typeof folder !== "string" || folder === "") {
      throw new TypeError(`Cannot write rows: the folder is ${describeValue(folder)}`);
    }
    return await this.#backEnd.writeTo(this.#query, folder, obeyCell(options));
  }

  #with(step: Step): CohortTable {
    return new CohortTable(this.#backEnd, {
      ...this.#query,
      steps: [...this.#query.steps, step],
    });
  }
}
