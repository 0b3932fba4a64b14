import type { Frame } from "../polars/frame.ts";

/** Function and options that made a result. */
export interface Made {
  /** Public name of the function, such as `series.rhythm`. */
  readonly verb: string;
  /** Options that the caller passed, without names of columns. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Function that made the frame it was computed from, if known. */
  readonly from?: Made | undefined;
}

/** Options that name columns, and describe the frame instead of the method. */
const COLUMNS = new Set("by time y x person reference other unit condition".split(" "));

const made = new WeakMap<object, Made>();

/** Records which function and options made a frame, for a citation, and returns the frame. */
export function recordMade(frame: Frame, verb: string, options: object, from?: unknown): Frame {
  const settings = Object.fromEntries(
    Object.entries(options).filter(([name, value]) => !COLUMNS.has(name) && isPlain(value)),
  );
  made.set(frame, { verb, settings, from: madeOf(from) });
  return frame;
}

/** Returns what made a result; `undefined` if it is not known. */
export function madeOf(result: unknown): Made | undefined {
  return typeof result === "object" && result !== null ? made.get(result) : undefined;
}

/** Returns whether a value can be printed in a sentence. */
function isPlain(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every(isPlain)
    : ["string", "number", "boolean"].includes(typeof value);
}
