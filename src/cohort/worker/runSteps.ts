import { type FrameLike, openFrame } from "../../frame/open.ts";
import { type Column, type Columns, rowCount, textColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { deferFrames, toFrame } from "../../frame/polars/toFrame.ts";
import type { Json } from "../json.ts";
import { inUtc } from "../layout/readData.ts";
import { matchRows } from "../matchRows.ts";
import type { Step } from "../query.ts";
import { PERSON } from "../tableSchema.ts";
import { findVerb, type NamedVerb } from "../verbs.ts";

/** Rows of one person. */
export interface PersonRows {
  /** Identifier as text. */
  readonly person: string;
  /** IANA zone where the person lives; null if `people` lacks it. */
  readonly zone: string | null;
  /** Rows sorted by time, with times in UTC, without `person`. */
  readonly columns: Columns;
}

/** Custom verb: the default export of a module. */
export type OwnVerb = (
  rows: FrameLike,
  ...args: readonly Json[]
) => FrameLike | Promise<FrameLike>;

/** Loaded modules by name. */
export type Modules = ReadonlyMap<string, OwnVerb>;

/**
 * Applies steps to the rows of one person. Verbs see times in the person's zone; verbs that would
 * read UTC receive it as their zone. The result's times are in UTC. Optional columns that a verb
 * did not return are null for later steps, but the next verb does not see them unless the query
 * selects them.
 *
 * @throws the errors of verbs
 */
export async function runSteps(
  { person, zone, columns }: PersonRows,
  steps: readonly Step[],
  modules: Modules,
): Promise<Columns> {
  if (zone === null) {
    throw new TypeError(`Cannot find the zone of person ${person}: it is not in people`);
  }
  let current = columns, added: readonly string[] = [];
  const rowsForVerb = (): Columns => inZone(withoutColumns(current, added), zone);
  for (const step of steps) {
    switch (step.kind) {
      case "select":
        current = selectColumns(current, step.columns);
        added = []; // the query lists the remaining columns
        break;
      case "where":
        current = matchRows(current, step.conditions);
        break;
      case "verb": {
        const { optional } = findVerb(step.verb);
        const found = runVerb(step.verb, rowsForVerb(), step.args, zone);
        added = Object.keys(optional).filter((name) => !Object.hasOwn(found, name));
        current = withOptional(found, optional);
        break;
      }
      case "module": {
        const own = modules.get(step.module)!;
        current = openFrame(await own(toFrame(rowsForVerb()), ...step.args)).columns();
        added = [];
        break;
      }
    }
  }
  const { [PERSON]: _, ...rest } = current; // the person is already known
  return inUtc(rest);
}

/** Runs a verb without creating Polars frames, which would take most of the time. */
function runVerb(name: string, rows: Columns, args: readonly Json[], zone: string): Columns {
  const verb = findVerb(name), given = args[verb.options];
  const isZoned = !verb.needsZone || (given as { tz?: string } | undefined)?.tz !== undefined;
  const all = isZoned ? args : Array.from(
    { length: Math.max(args.length, verb.options + 1) },
    (_, i) => i === verb.options ? { ...given as object | undefined, tz: zone } : args[i],
  );
  return openFrame(deferFrames(() => verb.run(toFrame(rows), ...all))).columns();
}

/**
 * Keeps columns in the given order.
 *
 * @throws {TypeError} if a column is missing
 */
export function selectColumns(columns: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(
    names.filter((name) => name !== "person").map((name) => {
      if (Object.hasOwn(columns, name)) return [name, columns[name]!];
      throw new TypeError(
        `Cannot select column ${name}: there are only ${Object.keys(columns).join(", ") || "none"}`,
      );
    }),
  );
}

/** Puts a verb's optional columns last, in their order; missing ones are null. */
function withOptional(columns: Columns, optional: NamedVerb["optional"]): Columns {
  const names = Object.keys(optional), rows = rowCount(columns);
  if (names.length === 0) return columns;
  return {
    ...withoutColumns(columns, names),
    ...Object.fromEntries(
      names.map((name) => [name, columns[name] ?? nullColumn(optional[name]!, rows)]),
    ),
  };
}

function nullColumn(type: "text" | "float64", rows: number): Column {
  return type === "text"
    ? textColumn(new Array<null>(rows).fill(null))
    : nullable(new Float64Array(rows).fill(NaN));
}

function withoutColumns(columns: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !names.includes(name)));
}

/** Converts all times to a zone. */
function inZone(columns: Columns, zone: string): Columns {
  const withZone = (column: Column): Column =>
    column.type === "time" ? { ...column, zone } : column;
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, withZone(column)]),
  );
}
