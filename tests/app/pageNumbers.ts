import { assert, assertEquals } from "@std/assert";
import { sum } from "./randomNights.ts";

/** Values of the days and nights of a period, by measure. */
export type Values = Readonly<Record<string, readonly number[]>>;

/** Pattern of a value in a report. */
export const V = "[\\d,:.]+(?: h)?(?: \\d+ min| min| %| steps)?";

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
 * Checks the page itself: each number in its text is in a line checked above, is a number of values
 * (`n`), or is a label of a chart's axis, which titleLaw and captionLaw check.
 */
export function checkHtml(
  html: string,
  lines: readonly string[],
  facts: { readonly now: Values; readonly before: Values },
): void {
  const text = html.replace(/<(script|style|svg|head)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ").replaceAll("&#39;", "'").replace(/\s+/g, " ");
  const page = text.slice(0, text.indexOf("Where this came from"));
  const known = new Set(numbersOf(lines.join(" ")));
  for (const values of [facts.now, facts.before]) {
    for (const own of Object.values(values)) known.add(`${own.length}`);
  }
  for (const [column, all] of [["Now", facts.now], ["Before", facts.before]] as const) {
    for (const [label, values] of Object.entries(all)) {
      const found = new RegExp(
        `<th scope="row"[^>]*>${label}</th>(?:(?!</tr>)[^])*?<td data-label="${column}"[^>]*>` +
          `<span class="value">(?<value>${V}) <small>n (?<n>\\d+)`,
      ).exec(html);
      if (found !== null) assertUsual(values, { ...found.groups }, `${label}, ${column}`);
      else {assert(
          column === "Before" || !["Asleep", "Steps"].includes(label) || values.length === 0,
          `no ${label}: ${page}`,
        );}
    }
  }
  for (const number of numbersOf(page)) {
    const at = page.indexOf(number);
    assert(
      known.has(number),
      `${number} is in no line: ${page.slice(Math.max(0, at - 200), at + 50)}`,
    );
  }
}

const numbersOf = (text: string): string[] => text.match(/\d(?:[\d,.:]*\d)?/g) ?? [];
