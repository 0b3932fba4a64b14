import type { YAxis } from "../picture/chart.ts";
import { AXIS, GRID, INK_2, LEFT_OF_FRAME, LINES, SPACES } from "../picture/theme.ts";
import { type ValueTicks, valueTicks } from "./valueTicks.ts";
import { upperFirst } from "../picture/letterCase.ts";
import { clockLabels } from "../picture/labels.ts";
import type { Reading } from "../picture/reading.ts";
import { CLOCK_UNIT } from "../../time/units.ts";
import { term } from "../../words/language.ts";

/** Height of the title above the frame in pixels. */
const TITLE_HEIGHT = SPACES.apart + LINES.label;

/**
 * Returns a value axis left of the frame: a line and a label for each tick, with its title above if
 * the subtitle of the chart does not say it.
 *
 * @param options With `lift`, leaves that many pixels between its title and the frame.
 */
export function valueAxis(
  ticks: ValueTicks,
  label: string,
  { lift = 0 }: { lift?: number } = {},
): Required<Omit<YAxis, "reading">> & Pick<YAxis, "reading"> {
  const width = Math.ceil(ticks.width) + SPACES.near, { unit } = ticks;
  return {
    domain: ticks.domain,
    ...clockReading(unit),
    key: label,
    within: ([low, high]) =>
      valueAxis(valueTicks(low, high, 5, { whole: ticks.step >= 1, unit }), label, { lift }),
    width,
    title: label,
    above: { titled: TITLE_HEIGHT + lift, bare: SPACES.near + lift },
    marks: (plot, left, title) => [
      plot.ruleY(ticks.ticks, {
        y: "at",
        stroke: (tick: { at: number }) => tick.at === 0 ? AXIS : GRID,
      }),
      [
        plot.text(ticks.ticks, {
          y: "at",
          text: "text",
          ...LEFT_OF_FRAME,
        }),
        plot.text(title === undefined ? [] : [title], {
          frameAnchor: "top-left",
          lineAnchor: "bottom",
          dx: -left,
          dy: -SPACES.apart - lift,
          fill: INK_2,
        }),
      ],
    ],
  };
}

/** Returns how a page's script reads an axis of times of day; other axes need none. */
export function clockReading(unit: string | undefined): { readonly reading?: Reading } {
  if (unit !== CLOCK_UNIT) return {};
  const { style } = clockLabels();
  return { reading: { kind: "clock", labels: { tz: "UTC", style }, origin: 0 } };
}

/** Turns a column name into a label: `heart_rate` becomes "Heart rate", with its unit. */
export function nameLabel(name: string, unit?: string): string {
  const words = name.replaceAll("_", " ").trim();
  return withUnit(upperFirst(term(words)), unit, words);
}

/**
 * Returns whether a column is named after its unit, as `steps` are, even if only after translation.
 */
export function isNamedAfter(name: string, unit: string): boolean {
  if (unit.toLowerCase() === name.toLowerCase()) return true;
  const shown = term(unit);
  return shown !== unit && shown === term(name.replaceAll("_", " ").trim());
}

/** Appends the unit to a text, unless the column is named after the unit. */
export function withUnit(text: string, unit: string | undefined, name: string): string {
  return !unit || unit === CLOCK_UNIT || isNamedAfter(name, unit)
    ? text
    : `${text} (${term(unit)})`;
}
