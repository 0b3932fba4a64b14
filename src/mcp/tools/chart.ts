import { z } from "zod";
import type { Measure } from "../../api/fields/metricTable.ts";
import { findMetrics } from "../../app/ask/checkMetrics.ts";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import type { Me } from "../../app/me.ts";
import { openFrame } from "../../frame/open.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { calendar } from "../../plot/calendar.ts";
import { dailyBars } from "../../plot/dailyBars.ts";
import { hypnogram } from "../../plot/hypnogram.ts";
import { line } from "../../plot/line.ts";
import type { Picture } from "../../plot/picture/picture.ts";
import { sleepBars } from "../../plot/sleepBars.ts";
import { sleepRaster } from "../../plot/sleepRaster.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { between } from "../../time/range.ts";
import { intervalOf, MOST_IMAGE_BYTES, unitTexts } from "../parts/answer.ts";
import { boundedDays, DAYS, IMAGE, METRIC, tool } from "../parts/tool.ts";

const ACTION = "draw a chart";

/** Data of a chart. */
interface Question {
  readonly me: Me;
  readonly range: { readonly start_time: string; readonly end_time: string };
  readonly tz: string;
  readonly metric: Measure | undefined;
  readonly width: number;
}

/** A chart, and the values behind it. */
interface Drawn {
  readonly picture: Picture;
  readonly frame: Frame;
  readonly n: number;
}

/** Draws the stages of some nights. */
async function ofStages(
  { me, range, tz, width }: Question,
  draw: (frame: Frame, tz: string, width: number) => Picture,
): Promise<Drawn> {
  const frame = await me.stages(range, { tz });
  return { picture: draw(frame, tz, width), frame, n: frameHeight(frame) };
}

/** Draws a metric by day. */
async function ofDays(
  { me, range, tz, width, metric }: Question,
  draw: typeof calendar | typeof dailyBars,
): Promise<Drawn> {
  const name = needed(metric), frame = await me.daily(range, { metrics: [name], tz });
  const [known] = await findMetrics(me, [name], ACTION);
  const aggregate = known!.kind === "discrete" ? "mean" : "sum";
  const { n, ...column } = drawnColumn(frame);
  return { picture: draw(frame, { ...column, tz, width, now: me.now(), aggregate }), frame, n };
}

/** Returns the column of the metric, its unit, and its number of values. */
function drawnColumn(frame: Frame): { y: string; unit?: string; n: number } {
  const data = openFrame(frame), y = data.names.find((name) => name !== "time")!;
  const unit = unitsOf(frame)[y];
  return {
    y,
    ...unit === undefined ? {} : { unit },
    n: data.numbers(y).filter((value) => !Number.isNaN(value)).length,
  };
}

function needed(metric: Measure | undefined): Measure {
  if (metric !== undefined) return metric;
  throw new TypeError(
    `Cannot ${ACTION}: metric is missing. Pass one, such as StepCount, or another kind of chart.`,
  );
}

/** Charts by kind. */
const KINDS = {
  hypnogram: (question: Question) =>
    ofStages(question, (frame, tz, width) => hypnogram(frame, { tz, width })),
  nights: (question: Question) =>
    ofStages(question, (frame, tz, width) => sleepRaster(frame, { tz, width })),
  sleep_per_night: (question: Question) =>
    ofStages(question, (frame, tz, width) => {
      const { range: { start_time, end_time } } = question;
      return sleepBars(frame, { tz, width, range: between(start_time, end_time, tz) });
    }),
  days: (question: Question) => ofDays(question, dailyBars),
  calendar: (question: Question) => ofDays(question, calendar),
  line: async ({ me, range, tz, width, metric }: Question): Promise<Drawn> => {
    const days = Temporal.PlainDate.from(range.start_time).until(range.end_time).days;
    const every = days <= 3 ? "5m" : days <= 31 ? "1h" : "1d";
    const frame = await me.series(needed(metric), range, { every, tz });
    const { n, ...column } = drawnColumn(frame);
    return { picture: line(frame, { ...column, tz, width }), frame, n };
  },
} as const;

const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

const chart = tool({
  name: "chart",
  title: "Chart",
  description:
    "Draws a chart as PNG: hypnogram (a night), nights (when you slept), sleep_per_night (hours per stage), days or calendar (a metric by day), line (a metric over time).",
  input: {
    kind: z.enum(NAMES).describe("Kind of chart."),
    ...DAYS,
    metric: METRIC.optional().describe("Metric of days, calendar and line."),
    width: z.number().int().min(240).max(1_600).default(800).describe("Width in pixels."),
  },
  n: "Number of values behind the chart: stages of sleep, days or windows with data.",
  output: {
    summary: z.string().describe("The chart in words."),
    mime_type: z.literal("image/png"),
    bytes: z.number().int().describe("Length of the image."),
  },
  ask: async (me, { kind, zone, metric, width, ...days }) => {
    const tz = zoneOf(me, zone, ACTION), range = boundedDays(days);
    const { picture, frame, n } = await KINDS[kind]({ me, range, tz, metric, width });
    const png = await picture.png({ scale: 1 });
    if (png.length > MOST_IMAGE_BYTES) {
      throw new RangeError(
        `Cannot ${ACTION}: the image has ${png.length} bytes, at most ${MOST_IMAGE_BYTES} are allowed. Ask for a shorter range or a smaller width.`,
      );
    }
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n,
      unit: unitTexts(unitsOf(frame)),
      caveats: n === 0 ? ["The chart is empty: these days have no data."] : [],
      summary: picture.summary,
      mime_type: "image/png" as const,
      bytes: png.length,
      [IMAGE]: { png },
    };
  },
});

/** Charts. */
export const CHART_TOOLS = [chart];
