// @ts-types="@types/d3-array"
import { extent, median } from "d3-array";
import { CATEGORY_TOKENS, INK_TOKENS } from "../../display/colors.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import type { Change, Dates } from "./changes.ts";
import { labelText } from "./measures.ts";
import { say } from "../../words/language.ts";

/** Colours that are visible on white and on black. */
const ACCENT = CATEGORY_TOKENS[0]!.light, QUIET = INK_TOKENS.axis.light;

/** Attributes whose colours a page changes on dark paper. */
export const SPARKLINE_PAINT = [ACCENT, QUIET].map((hex) => ` fill="${hex}" stroke="${hex}"`).join(
  "",
);

const LINE = 'fill="none" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"';

const WIDTH = 150, HEIGHT = 30, PAD = 3;

/** Returns the number of days per point, for about 30 points. */
function daysAPoint(days: number): number {
  return days <= 45 ? 1 : days <= 100 ? 3 : days <= 240 ? 7 : 14;
}

/**
 * Draws a measure over both periods as a line as high as a word: the period before in grey with its
 * middle half as a band, now in the accent colour. In long periods a point is the median of one or
 * two weeks.
 */
export function sparkline(
  { values, label, before }: Change,
  period: Dates,
  earlier: Dates | undefined,
): string {
  const start = earlier?.first ?? period.first;
  const days = start.until(period.last).days + 1;
  const step = daysAPoint(days);
  const points: { at: number; value: number }[] = [];
  for (let day = 0; day < days; day += step) {
    const found = Array.from(
      { length: Math.min(step, days - day) },
      (_, i) => values.get(start.add({ days: day + i }).toString()),
    ).filter((value) => value !== undefined);
    const value = median(found);
    if (value !== undefined) points.push({ at: day + (Math.min(step, days - day) - 1) / 2, value });
  }
  const bounds = [...points.map(({ value }) => value), ...before ? [before.low, before.high] : []];
  const [low = 0, high = 1] = extent(bounds);
  const x = (at: number): number =>
    round(PAD + (days < 2 ? 0.5 : at / (days - 1)) * (WIDTH - 2 * PAD));
  const y = (value: number): number =>
    round(HEIGHT - PAD - (high === low ? 0.5 : (value - low) / (high - low)) * (HEIGHT - 2 * PAD));
  const edge = earlier === undefined ? 0 : start.until(period.first).days;
  const path = (part: readonly { at: number; value: number }[]): string =>
    part.map(({ at, value }, i) => {
      const follows = i > 0 && at - part[i - 1]!.at <= 2 * step;
      return `${follows ? "L" : "M"}${x(at)},${y(value)}`;
    }).join("");
  const was = points.filter(({ at }) => at < edge), now = points.filter(({ at }) => at >= edge);
  const last = now.at(-1);
  const each = step === 1 ? say("each day") : say("medians of {n} days", { n: step });
  const title = `${labelText(label)}, ${each}${
    earlier === undefined ? "" : say("; grey: the period before")
  }`;
  return [
    `<svg class="sparkline" role="img" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<title>${escapeHtml(title)}</title>`,
    before === undefined
      ? ""
      : `<rect class="band" fill="${QUIET}" opacity="0.25" x="0" width="${WIDTH}" y="${
        y(before.high)
      }" height="${round(Math.max(1, y(before.low) - y(before.high)))}"/>`,
    earlier === undefined
      ? ""
      : `<line stroke="${QUIET}" stroke-dasharray="2 2" x1="${x(edge - 0.5)}" x2="${
        x(edge - 0.5)
      }" y1="0" y2="${HEIGHT}"/>`,
    `<path ${LINE} stroke="${QUIET}" d="${path(was)}"/>`,
    `<path ${LINE} stroke="${ACCENT}" d="${path(now)}"/>`,
    last === undefined
      ? ""
      : `<circle fill="${ACCENT}" cx="${x(last.at)}" cy="${y(last.value)}" r="2.2"/>`,
    "</svg>",
  ].join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
