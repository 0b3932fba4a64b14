import { assert, assertEquals } from "@std/assert";
import { sum } from "./randomNights.ts";

/** Values of the days and nights of a period, by measure. */
export type Values = Readonly<Record<string, readonly number[]>>;

/** Pattern of a value in a report. */
export const V = "(?:[<>] )?[\\d,:.]+(?: h)?(?: \\d+ min| min| %| steps)?";

/** Converts a value to a number: minutes, percent, steps, or minutes from midnight. */
function numberOf(text: string): number {
  const clock = /^(\d+):(\d+)$/.exec(text);
  if (clock) {
    const at = 60 * Number(clock[1]) + Number(clock[2]);
    return at > 720 ? at - 1440 : at;
  }
  const length = /^(?:(\d+) h)? ?(?:(\d+) min)?$/.exec(text);
  if (length) return 60 * Number(length[1] ?? 0) + Number(length[2] ?? 0);
  return Number(text.replaceAll(",", "").replace(/ .*$/, ""));
}

/** Values are rounded before and after computing their mean, each by at most half a unit. */
export function assertNear(text: string, expected: number, what: string): void {
  const [, sign, bound] = /^([<>]) (.*)$/.exec(text) ?? [];
  if (sign === "<") return assert(expected > 0 && expected < numberOf(bound!), `${what}: ${text}`);
  if (sign === ">") {
    return assert(expected > numberOf(bound!) && expected < 100, `${what}: ${text}`);
  }
  assert(Math.abs(numberOf(text) - expected) <= 1 + 1e-9, `${what}: ${text}, not ${expected}`);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b), at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!, high = sorted[Math.ceil(at)]!;
  return low + (high - low) * (at - Math.floor(at));
}

/** Checks a mean, its band and the number of values. */
export function assertUsual(
  values: readonly number[],
  { value, low, high, n }: Record<string, string | undefined>,
  what: string,
): void {
  assert(values.length > 0, `${what}: ${value}, where nothing is known`);
  assertNear(value!, sum(values) / values.length, what);
  if (low !== undefined) {
    assertNear(low, quantile(values, 0.25), `${what}, from`);
    assertNear(high!, quantile(values, 0.75), `${what}, to`);
  }
  if (n !== undefined) assertEquals(Number(n), values.length, what);
}

/**
 * Checks the page itself: each number in its text is in a line checked above, in a tile, or in a
 * row of the table, where it is compared with the values of its measure and period. Numbers at the
 * axes of charts are checked by titleLaw and captionLaw.
 */
export function checkHtml(
  html: string,
  lines: readonly string[],
  { now, before }: { readonly now: Values; readonly before: Values },
): void {
  const text = html.replace(/<(script|style|svg|head)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ").replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll(
      "&gt;",
      ">",
    ).replace(/\s+/g, " ");
  let rest = text.slice(0, text.indexOf("Where this came from"));
  const checked = lines.filter((line) => /\d/.test(line)).map((line) => line.trim())
    .toSorted((a, b) => b.length - a.length);
  for (const line of checked) {
    rest = rest.replaceAll(line, " ").replaceAll(line.replace(": ", " "), " "); // a list of facts
  }
  const cell = (name: string): string => `(?:(?<${name}>${V}) n (?<n_${name}>\\d+)|–)`;
  for (const label of new Set([...Object.keys(now), ...Object.keys(before)])) {
    const values = { now: now[label] ?? [], before: before[label] ?? [] };
    const row = new RegExp(`${label} (?:too few days to tell|–) ${cell("now")} ${cell("before")}`);
    const found = row.exec(rest)?.groups;
    if (found === undefined) assert(!["Asleep", "Steps"].includes(label) || isEmpty(values), label);
    for (const period of ["now", "before"] as const) {
      if (found === undefined) break;
      const value = found[period];
      if (value === undefined) assertEquals(values[period], [], `${label}, ${period}`);
      else assertUsual(values[period], { value, n: found[`n_${period}`] }, `${label}, ${period}`);
    }
    rest = rest.replace(row, " ");
    const tile = new RegExp(
      `${label} (?<value>${V})(?: too few days to tell)?(?: usually (?<low>${V}) to (?<high>${V}))?(?= )`,
    );
    const { value, low, high } = tile.exec(rest)?.groups ?? {};
    if (value !== undefined) assertUsual(values.now, { value }, `tile of ${label}`);
    if (low !== undefined) {
      assertNear(low, quantile(values.before, 0.25), `${label}, usually from`);
      assertNear(high!, quantile(values.before, 0.75), `${label}, usually to`);
    }
    rest = rest.replace(tile, " ");
  }
  const at = rest.replace("the interval of the difference of the means excludes 0", "").search(
    /\d/,
  );
  assert(at < 0, `a number has no check: ${rest.slice(Math.max(0, at - 200), at + 50)}`);
}

const isEmpty = ({ now }: { readonly now: readonly number[] }): boolean => now.length === 0;
