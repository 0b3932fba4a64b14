import { INK_TOKENS } from "../../display/colors.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { dumbbell, DUMBBELL_COLORS, spreadsText } from "../../plot/marks/dumbbell.ts";
import type { Change } from "./changes.ts";
import { labelText } from "./measures.ts";
import { say } from "../../words/language.ts";

const INK = INK_TOKENS.ink.light;
const BAND = INK_TOKENS.grid.light, AXIS = INK_TOKENS.axis.light;

/** Attributes whose colours a page changes on dark paper. */
export const MARKS_PAINT = [...DUMBBELL_COLORS, AXIS].map((hex) => ` fill="${hex}" stroke="${hex}"`)
  .join("");

const WIDTH = 140, HEIGHT = 22, PAD = 8;

/**
 * Draws a change on the scale of the page, in units of the measure's usual spread. Empty without a
 * size.
 */
export function changeMark({ label, size, judgement }: Change, scale: number): string {
  if (size === undefined) return "";
  const marked = judgement !== undefined && judgement.direction !== 0;
  return [
    open(
      `${labelText(label)}: ${say("{spreads} the period before", { spreads: spreadsText(size) })}`,
      WIDTH,
      HEIGHT,
    ),
    ...dumbbell({ size, marked }, scale, { left: PAD, right: WIDTH - PAD, y: HEIGHT / 2 })
      .map(([name, attributes]) =>
        `<${name}${
          Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`).join("")
        }/>`
      ),
    "</svg>",
  ].join("");
}

const BAR_WIDTH = 152, BAR_HEIGHT = 14;

/**
 * Draws the usual range of the period before as a bar, with a dot for the mean now. The line ends
 * at the lowest and highest value of both periods. Empty without enough values before.
 */
export function usualBar({ label, now, before, values }: Change, range: string): string {
  if (before === undefined || range === "") return "";
  const low = Math.min(...values.values()), high = Math.max(...values.values());
  if (low === high) return "";
  const x = (value: number): number => round(6 + (value - low) / (high - low) * (BAR_WIDTH - 12));
  const y = BAR_HEIGHT / 2, from = x(before.low);
  return [
    open(
      say("{name}: usually {range}", { name: labelText(label), range }),
      BAR_WIDTH,
      BAR_HEIGHT,
    ),
    `<line stroke="${BAND}" stroke-width="2" x1="0" x2="${BAR_WIDTH}" y1="${y}" y2="${y}"/>`,
    `<rect fill="${AXIS}" x="${from}" width="${Math.max(2, round(x(before.high) - from))}" y="${
      y - 3
    }" height="6"/>`,
    `<circle fill="${INK}" cx="${x(now.mean)}" cy="${y}" r="5"/>`,
    "</svg>",
  ].join("");
}

function open(title: string, width: number, height: number): string {
  return `<svg class="change" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<title>${escapeHtml(title)}</title>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
