import pl from "nodejs-polars";
import { isArrowTable } from "../arrow/loadArrow.ts";
import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { isShown, type Shown, SideBySide } from "./sideBySide.ts";
import { valueCell } from "../table/valueCell.ts";
import { displayOf } from "../polars/displays.ts";
import type { Frame } from "../polars/frame.ts";
import { table } from "../polars/table.ts";

/** Maximum number of members of a record to show separately. */
const MEMBERS = 12;
/** Number of rows of a lazy frame to compute for display. */
const LAZY_ROWS = 30;

/**
 * Returns the display of a cell's last value: tables for frames, series, maps and records, and the
 * members of a namespace. Returns every other value as is.
 */
export function cellValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null || isOwn(value)) return value;
  return tableOf(value) ?? groupOf(value) ?? value;
}

/** Returns a table of a value that can be shown as one; `undefined` for others. */
function tableOf(value: object): Shown | undefined {
  if (pl.DataFrame.isDataFrame(value)) return table(value);
  if (isArrowTable(value)) return table(value);
  if (pl.Series.isSeries(value)) {
    const series = value as pl.Series;
    return table(series.rename(series.name || "values").toFrame());
  }
  if (isLazy(value)) {
    return table(value.head(LAZY_ROWS).collectSync(), {
      title: `Lazy frame, at most ${LAZY_ROWS} rows; .collect() computes all of it`,
    });
  }
  if (value instanceof Map) return value.size === 0 ? undefined : table(mapRows(value));
  if (Array.isArray(value) && value.length > 0 && value.every(isRow)) return table(value);
  return undefined;
}

/** Returns the display of a list, a namespace or a record with several displayable values. */
function groupOf(value: object): Shown | undefined {
  if (Array.isArray(value)) {
    const shown = value.map((each) => shownOf(each));
    return shown.length > 0 && shown.every((each) => each !== undefined)
      ? new SideBySide(shown.map((each) => ["", each]))
      : undefined;
  }
  if (Object.prototype.toString.call(value) === "[object Module]") {
    return new Offer(Object.entries(value));
  }
  if (!isPlain(value)) return undefined;
  const members = Object.entries(value);
  if (members.length === 0) return undefined;
  if (members.every(([, member]) => typeof member === "function")) return new Offer(members);
  const shown = members.map(([name, member]) => [name, shownOf(member)] as const);
  return members.length <= MEMBERS && shown.some(([, each]) => each !== undefined)
    ? new SideBySide(shown.map(([name, each], i) => [name, each ?? textOf(members[i]![1])]))
    : undefined;
}

function shownOf(value: unknown): Shown | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return isOwn(value) ? value : tableOf(value);
}

/**
 * Returns whether a value has its own display. A Polars frame only has one if this package made it.
 */
function isOwn(value: object): value is Shown {
  if (pl.DataFrame.isDataFrame(value)) return displayOf(value as Frame) !== undefined;
  return !pl.Series.isSeries(value) && !isLazy(value) && isShown(value);
}

/** Returns the rows of a map: its keys, and its values or their members. */
function mapRows(map: ReadonlyMap<unknown, unknown>): object[] {
  const entries = [...map], flat = entries.every(([, value]) => isRow(value));
  return entries.map(([key, value]) => ({ key, ...flat ? value as object : { value } }));
}

/** Returns a member of a record that is not a table as one line of text. */
function textOf(value: unknown): Shown {
  return new Line(valueCell(value).text);
}

class Line extends Displayable {
  constructor(readonly text: string) {
    super();
  }

  override html(): string {
    return `<div>${escapeHtml(this.text)}</div>`;
  }

  override toString(): string {
    return this.text;
  }
}

function isRow(value: unknown): boolean {
  return typeof value === "object" && value !== null && isPlain(value) && !isShown(value) &&
    Object.keys(value).length > 0;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isLazy(value: object): value is ReturnType<pl.DataFrame["lazy"]> {
  return (pl as unknown as { LazyDataFrame: { isLazyDataFrame?(value: object): boolean } })
    .LazyDataFrame?.isLazyDataFrame?.(value) ?? false;
}

/** Members of a namespace or a group of methods, by name. */
class Offer extends Displayable {
  /** Creates a list of members in display order. */
  constructor(readonly members: readonly (readonly [name: string, value: unknown])[]) {
    super();
  }

  /** Returns the members as a list that fills the width. */
  override html(): string {
    return this.#groups().map(({ title, names }) =>
      `<div style="margin:2px 0"><span style="opacity:0.65">${title}:</span> ${
        names.map((name) => `<code>${escapeHtml(name)}</code>`).join(", ")
      }</div>`
    ).join("\n");
  }

  /** Returns the members as lines of text. */
  override toString(): string {
    return this.#groups().map(({ title, names }) => `${title}: ${names.join(", ")}`).join("\n");
  }

  #groups(): { title: string; names: string[] }[] {
    const kinds: Record<string, string[]> = { Functions: [], Classes: [], Values: [] };
    for (const [name, value] of this.members) kinds[kindOf(value)]!.push(name);
    return Object.entries(kinds).filter(([, names]) => names.length > 0)
      .map(([title, names]) => ({ title, names }));
  }
}

function kindOf(value: unknown): "Functions" | "Classes" | "Values" {
  if (typeof value !== "function") return "Values";
  return /^class\b/.test(Function.prototype.toString.call(value)) ? "Classes" : "Functions";
}
