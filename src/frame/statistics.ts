import { guided, noField } from "../options/guided.ts";
import {
  DENO_INSPECT,
  type DisplayBundle,
  JUPYTER_DISPLAY,
  NODE_INSPECT,
} from "../display/displayable.ts";
import type { Column } from "./columns/columns.ts";
import { openFrame } from "./open.ts";
import type { Frame } from "./polars/frame.ts";
import { displayOf } from "./polars/displays.ts";
import { table } from "./polars/table.ts";
import type { TableDisplay } from "./table/tableDisplay.ts";

/** Members of an answer in addition to its fields. */
export interface StatisticsMembers<N extends string> {
  /** Long frame of this answer, with a row per statistic and everything known about it. */
  readonly frame: Frame;
  /** Unit of each field; `1` for a share or a coefficient. */
  readonly unit: { readonly [K in N]: string };
  /** Reason why a field is null; null if it has a value, or no reason is known. */
  readonly reason: { readonly [K in N]: string | null };
  /**
   * True if there is enough data for the published minimum of a field; null for fields without a
   * minimum.
   */
  readonly enough: { readonly [K in N]: boolean | null };
  /** Returns the answer as a table of text. */
  toString(): string;
}

/** Answer with a field per statistic, null if it is not defined, and the long frame behind it. */
export type Statistics<N extends string> =
  & { readonly [K in N]: number | null }
  & StatisticsMembers<N>;

/** Columns in which a long frame gives reasons. */
const REASONS = ["reason", "note"] as const;

/**
 * Creates an object with the named fields of a long frame of statistics. It displays itself as the
 * frame does.
 *
 * @param what Name of the answer, for messages: `a comparison`.
 * @param frame `name` `str`, `value` `f64`, `unit` `str`, perhaps `reason` or `note` `str` and
 * `enough` `bool`; each name once.
 */
export function statistics<N extends string>(what: string, frame: Frame): Statistics<N> {
  const data = openFrame(frame, { action: `read ${what}` });
  const { name, value, unit } = data.read({ name: "text", value: "float64", unit: "text" });
  const columns = data.columns();
  const reasons = REASONS.flatMap((column) => columns[column] ?? []);
  const enough = columns["enough"];
  return answerOf(
    what,
    frame,
    (name.values as readonly N[]).map((name, row) => ({
      name,
      value: value.valid?.[row] === 0 ? null : value.values[row]!,
      unit: unit.values[row]!,
      reason: textAt(reasons, row),
      enough: enough?.type === "bool" && enough.valid?.[row] !== 0
        ? enough.values[row] === 1
        : null,
    })),
  );
}

/** A field of an answer. */
export interface AnswerField<N extends string> {
  readonly name: N;
  readonly value: number | null;
  readonly unit: string;
  /** Reason if the value is null. */
  readonly reason: string | null;
  /**
   * True if there is enough data for the published minimum; null or omitted if there is no such
   * minimum.
   */
  readonly enough?: boolean | null;
}

/**
 * Creates an object with named fields that displays itself as a frame.
 *
 * @param texts Fields of text, without unit and reason.
 */
export function answerOf<N extends string, T extends object = object>(
  what: string,
  frame: Frame,
  given: readonly AnswerField<N>[],
  texts?: T,
): Statistics<N> & T {
  const fields = <V>(read: (field: AnswerField<N>) => V): Record<N, V> =>
    Object.fromEntries(given.map((field) => [field.name, read(field)])) as Record<N, V>;
  const shown = (): TableDisplay => table(frame, displayOf(frame));
  const answer = Object.defineProperties(
    { ...fields(({ value }) => value), ...texts },
    hidden({
      frame,
      unit: guided(fields(({ unit }) => unit), noField(`the units of ${what}`)),
      reason: guided(
        fields(({ value, reason }) => value === null ? reason : null),
        noField(`the reasons of ${what}`),
      ),
      enough: guided(
        fields(({ enough = null }) => enough),
        noField(`the minimums of ${what}`),
      ),
      toString: () => String(shown()),
      [DENO_INSPECT]: () => String(shown()),
      [NODE_INSPECT]: () => String(shown()),
      [JUPYTER_DISPLAY]: (): Promise<DisplayBundle> => shown()[JUPYTER_DISPLAY](),
    }),
  );
  return guided(answer, noField(what)) as Statistics<N> & T;
}

/** Returns the first text of a row. */
function textAt(columns: readonly Column[], row: number): string | null {
  for (const column of columns) {
    if (column.type === "text" && column.values[row] !== null) return column.values[row]!;
  }
  return null;
}

/** Describes members that are not enumerable. */
function hidden(members: object): PropertyDescriptorMap {
  return Object.fromEntries(
    Reflect.ownKeys(members).map((key) => [
      key,
      { value: (members as Record<PropertyKey, unknown>)[key], enumerable: false },
    ]),
  );
}
