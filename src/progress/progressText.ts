import type { Progress } from "./progress.ts";
import { visibleText } from "../display/visibleText.ts";

export type ShownProgress = Progress & {
  /** Cell that started the work; `undefined` outside a notebook. */
  readonly cell?: string | undefined;
  /** Elapsed time in milliseconds. */
  readonly elapsed: number;
};

const BAR = 20;
const LONGEST_ACTION = 60;

/** Returns the fraction done, 0 to 1; `undefined` if the total is unknown. */
export function shareDone({ done, total }: Progress): number | undefined {
  return total === undefined || total <= 0 ? undefined : Math.min(1, done / total);
}

/** Returns the description of the work on one line. */
export function actionText({ action }: Progress): string {
  return visibleText(action, LONGEST_ACTION);
}

/** Returns the amount done and the elapsed time: `3 of 10 pieces, 4 s`. */
export function amountText({ done, total, unit, elapsed }: ShownProgress): string {
  const [size, name] = unit === "bytes" ? byteUnit(total ?? done) : [1, unit];
  const number = (amount: number): string =>
    (size === 1 ? Math.floor(amount) : amount / size).toLocaleString("en-US", {
      maximumFractionDigits: size === 1 ? 0 : 1,
    });
  const time = `${Math.round(elapsed / 1000)} s`;
  if (total !== undefined) return `${number(done)} of ${number(total)} ${name}, ${time}`;
  return done > 0 ? `${number(done)} ${name}, ${time}` : time;
}

/**
 * Returns a bar of characters with its text: `read metric_samples ██████░░░░░░░░░░░░░░ 3 of 10
 * pieces, 4 s`.
 */
export function progressText(progress: ShownProgress): string {
  const share = shareDone(progress);
  const full = Math.floor((share ?? 0) * BAR);
  const bar = share === undefined ? "" : ` ${"█".repeat(full)}${"░".repeat(BAR - full)}`;
  return `${actionText(progress)}${bar} ${amountText(progress)}`;
}

const BYTE_UNITS: readonly (readonly [number, string])[] = [[1e9, "GB"], [1e6, "MB"], [1e3, "kB"]];

function byteUnit(bytes: number): readonly [number, string] {
  return BYTE_UNITS.find(([size]) => bytes >= size) ?? [1, "bytes"];
}
