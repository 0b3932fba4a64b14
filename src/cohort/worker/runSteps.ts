import { type FrameLike, openFrame } from "../../frame/open.ts";
import { type Column, type Columns, rowCount, textColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { Json } from "../json.ts";
import { inUtc } from "../layout/readData.ts";
import { matchRows } from "../matchRows.ts";
import type { Step } from "../query.ts";
import { PERSON } from "../tableSchema.ts";
import { findVerb, type NamedVerb } from "../verbs.ts";

/** The rows of one person. */
export interface PersonRows {
  /** Who, as text. */
  readonly person: string;
  /** Where the person lives, an IANA zone; null where `people` does not say. */
  readonly zone: string | null;
  /** The rows, sorted by time, times in UTC; without `person`. */
  readonly columns: Columns;
}

/** A verb of one's own: what a module exports as its default. */
export type OwnVerb = (
  rows: FrameLike,
  ...args: readonly Json[]
) => FrameLike | Promise<FrameLike>;

/** The modules that steps name, loaded. */
export type Modules = ReadonlyMap<string, OwnVerb>;

/**
 * Does with the rows of one person what the steps say. Verbs see the times in the person's zone, and
 * are given it where they would read UTC without; the result's times are in UTC. Optional columns of a
 * verb that its result lacks are null for later steps, but hidden from the next verb unless the query selects them.
 *
 * @throws what a verb throws
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
        added = []; // the query names those that are left
        break;
      case "where":
        current = matchRows(current, step.conditions);
        break;
      case "verb": {
        const { optional } = findVerb(step.verb);
        const found = openFrame(runVerb(step.verb, rowsForVerb(), step.args, zone)).columns();
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
  const { [PERSON]: _, ...rest } = current; // who it is, is known
  return inUtc(rest);
}

function runVerb(name: string, rows: Columns, args: readonly Json[], zone: string) {
  const verb = findVerb(name);
  const given = args[verb.options];
  if (!verb.needsZone || (given as { tz?: string } | undefined)?.tz !== undefined) {
    return verb.run(toFrame(rows), ...args);
  }
  const all = Array.from(
    { length: Math.max(args.length, verb.options + 1) },
    (_, i) => i === verb.options ? { ...given as object | undefined, tz: zone } : args[i],
  );
  return verb.run(toFrame(rows), ...all);
}

/**
 * Some columns, in the order given.
 *
 * @throws {TypeError} if one is missing
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

/** Columns with a verb's optional ones last, in their order; nulls if the result lacks one. */
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

/** Columns with all times shown in a zone. */
function inZone(columns: Columns, zone: string): Columns {
  const withZone = (column: Column): Column =>
    column.type === "time" ? { ...column, zone } : column;
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, withZone(column)]),
  );
}
