import { INK_TOKENS } from "../../display/colors.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import type { Change } from "./changes.ts";

const INK = INK_TOKENS.ink.light, QUIET = INK_TOKENS.ink3.light;
const BAND = INK_TOKENS.grid.light, AXIS = INK_TOKENS.axis.light;
/** Of an image; on a page, its style fills the ring in the colour of the paper. */
const PAPER = INK_TOKENS.paper.light;

/** Attributes whose colours a page turns on dark paper. */
export const MARKS_PAINT = [INK, QUIET, BAND, AXIS].map((hex) => ` fill="${hex}" stroke="${hex}"`)
  .join("");

const WIDTH = 140, HEIGHT = 22, MIDDLE = HEIGHT / 2, PAD = 8;

/** Smallest and largest number of own spreads between the middle and the end of a scale. */
const LEAST_SCALE = 2, MOST_SCALE = 4;

/** Returns the scale that all dumbbells of a page share, in own spreads. */
export function scaleOf(changes: readonly Change[]): number {
  const largest = Math.max(...changes.map(({ size = 0 }) => Math.abs(size)), 0);
  return Math.min(MOST_SCALE, Math.max(LEAST_SCALE, Math.ceil(largest)));
}

/**
 * Draws a change on a scale of own spreads: a ring for the period before in the middle, a dot for
 * now, and one spread to each side as a band. A dot beyond the scale is a triangle at its edge.
 * Empty without a size.
 */
export function dumbbell({ label, size, judgement }: Change, scale: number): string {
  if (size === undefined) return "";
  const x = (at: number): number => round(WIDTH / 2 + at / scale * (WIDTH / 2 - PAD));
  const isBeyond = Math.abs(size) > scale, shown = Math.max(-scale, Math.min(scale, size));
  const paint = judgement !== undefined && judgement.direction !== 0 ? INK : QUIET;
  const far = `${Math.abs(size).toFixed(1)} usual spreads ${size < 0 ? "below" : "above"}`;
  const dot = x(shown), away = size < 0 ? -1 : 1;
  return [
    open(`${label}: ${far} the period before`, WIDTH, HEIGHT),
    `<rect fill="${BAND}" x="${x(-1)}" width="${x(1) - x(-1)}" y="3" height="${HEIGHT - 6}"/>`,
    `<line stroke="${paint}" stroke-width="2" x1="${
      WIDTH / 2
    }" x2="${dot}" y1="${MIDDLE}" y2="${MIDDLE}"/>`,
    `<circle class="ring" fill="${PAPER}" stroke="${paint}" stroke-width="1.5" cx="${
      WIDTH / 2
    }" cy="${MIDDLE}" r="4"/>`,
    isBeyond
      ? `<path fill="${paint}" d="M${dot + 7 * away},${MIDDLE}L${dot},${MIDDLE - 5}v10z"/>`
      : `<circle fill="${paint}" cx="${dot}" cy="${MIDDLE}" r="4.5"/>`,
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
    open(`${label}: usually ${range}`, BAR_WIDTH, BAR_HEIGHT),
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
