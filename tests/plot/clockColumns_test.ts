import { assert, assertEquals } from "@std/assert";
import { agreement } from "../../src/plot/agreement.ts";
import { calendar } from "../../src/plot/calendar.ts";
import { change } from "../../src/plot/change.ts";
import { compare } from "../../src/plot/compare.ts";
import { dailyBars } from "../../src/plot/dailyBars.ts";
import { distribution } from "../../src/plot/distribution.ts";
import { line } from "../../src/plot/line.ts";
import { overlay } from "../../src/plot/overlay.ts";
import { overview } from "../../src/plot/overview.ts";
import type { Picture } from "../../src/plot/picture/picture.ts";
import type { UntimedPictureOptions } from "../../src/plot/picture/spec.ts";
import { scatter } from "../../src/plot/scatter.ts";
import { tile } from "../../src/plot/tile.ts";
import { weekMonths } from "../../src/plot/weekMonths.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { CLOCK_UNIT } from "../../src/time/units.ts";

const tz = "Europe/Berlin";
/** Bedtimes from 22:30 to 00:15, quarters of an hour that are no whole hours. */
const NIGHTS = toFrame(
  fromRows(
    Array.from({ length: 40 }, (_, i) => ({
      night: `2024-0${3 + Math.floor(i / 30)}-${String(1 + i % 30).padStart(2, "0")}`,
      bedtime: -1.35 + (i * 3 % 7) * 0.27 + (i < 20 ? 0 : 0.4),
      planned: -1.2 + (i * 2 % 5) * 0.23,
      week: i % 2 === 0 ? "work" : "free",
    })),
    { night: "text", bedtime: "float64", planned: "float64", week: "text" },
  ),
  { bedtime: CLOCK_UNIT, planned: CLOCK_UNIT },
);
const y = "bedtime", x = "night", range = { from: "2024-03-01", to: "2024-03-09" };

const KINDS: Readonly<Record<string, (frame: Frame, options: UntimedPictureOptions) => Picture>> = {
  line: (frame, options) => line(frame, { x, y, tz, target: -0.5, ...options }),
  "line of two": (frame, options) => line(frame, { x, tz, y: [y, "planned"], ...options }),
  overlay: (frame, options) => overlay(frame, frame, { x, y, tz, ...options }),
  overview: (frame, options) => overview(frame, { x, tz, ...options }),
  tile: (frame, options) => tile(frame, { x, y, tz, aggregate: "mean", ...options }),
  dailyBars: (frame, options) => dailyBars(frame, { x, y, tz, aggregate: "mean", ...options }),
  calendar: (frame, options) => calendar(frame, { x, y, tz, aggregate: "mean", ...options }),
  "calendar of weeks": (frame, options) =>
    calendar(frame, { x, y, tz, aggregate: "mean", form: "weeks", ...options }),
  "diverging calendar": (frame, options) =>
    calendar(frame, { x, y, tz, aggregate: "mean", diverging: "median", ...options }),
  weekMonths: (frame, options) => weekMonths(frame, { x, y, tz, aggregate: "mean", ...options }),
  distribution: (frame, options) => distribution(frame, { y, percentile: 90, ...options }),
  "distribution by": (frame, options) =>
    distribution(frame, { y, by: "week", kind: "box", ...options }),
  compare: (frame, options) => compare(frame, { x, y, tz, condition: "week", ...options }),
  change: (frame, options) =>
    change(frame, {
      x,
      y,
      tz,
      a: { from: "2024-03-01", to: "2024-03-15" },
      b: { from: "2024-03-16", to: "2024-03-30" },
      ...options,
    }),
  scatter: (frame, options) => scatter(frame, { x: "planned", y, ...options }),
  agreement: (frame, options) => agreement(frame, { reference: "planned", other: y, ...options }),
};

const texts = (svg: string): string[] =>
  [...svg.matchAll(/<(text|tspan|title|desc)\b[^>]*>([^<]+)/g)].map(([, , text]) => text!);

/** A number with decimals that is no length, share or statistic. */
const DECIMAL = /[−-]?\d+[.,]\d+(?! h\b)/;

for (const [kind, draw] of Object.entries(KINDS)) {
  Deno.test(`${kind}() shows a column of times of day as times`, async () => {
    const picture = draw(NIGHTS, {}), shown = texts(await picture.svg());
    const said = [...shown, String(picture)].map((text) =>
      // Correlations, slopes, effect sizes and p values are no times.
      text.replaceAll(
        /(?:r|g|p|slope|SD)(?: =| <)? [−-]?[\d.]+|[−+]1.96 SD|[\d.,−+]+ (?:usual )?spreads/g,
        "",
      )
    );
    assert(!said.join("\n").includes(CLOCK_UNIT), said.join("\n"));
    const axis = kind === "change"
      ? /^[−+]?\d(\.\d)?$/
      : kind === "agreement"
      ? /^[−+\d.]+$/
      : /^$/;
    const decimals = said.filter((text) => !axis.test(text) && DECIMAL.test(text));
    assertEquals(decimals, []);
    assert(shown.some((text) => /2[23]:\d\d/.test(text)), shown.join("\n"));
    const hours = texts(await draw(NIGHTS, { locale: "en-US" }).svg());
    assert(hours.some((text) => /1[01]:\d\d PM/.test(text)), hours.join("\n"));
    assert(!hours.some((text) => /\b2[23]:\d\d/.test(text)), "24-hour clock");
  });
}

Deno.test("an axis of times of day has its ticks at round times, below and left of a frame", async () => {
  const svg = await line(NIGHTS, { x, y, range, tz }).svg();
  const ticks = texts(svg).filter((text) => /^\d\d:\d\d$/.test(text));
  assert(ticks.length >= 3 && ticks.every((text) => /:(00|30|15|45)$/.test(text)), ticks.join());
  const across = texts(await distribution(NIGHTS, { y }).svg());
  const hours = texts(await line(NIGHTS, { x, y, range, tz, timeFormat: "h:mm a" }).svg());
  assert(hours.includes("11:00 PM"), hours.join());
  assert(
    across.filter((text) => /^\d\d:(00|15|30|45|10|20|40|50)$/.test(text)).length >= 4,
    across.join(),
  );
});
