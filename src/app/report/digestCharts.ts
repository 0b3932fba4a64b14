import { openFrame } from "../../frame/open.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { dailyBars } from "../../plot/dailyBars.ts";
import { sleepBars } from "../../plot/sleepBars.ts";
import { wholeNights, type ZonedRange } from "../../time/range.ts";
import type { Client } from "../../client/client.ts";
import { ifThere } from "../ask/ifThere.ts";
import { daily } from "../days/daily.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import type { PageSection } from "../page/page.ts";
import { stages } from "../records/stages.ts";
import { bothWidths } from "./bothWidths.ts";
import { say } from "../../words/language.ts";

/** Draws the nights and the steps of the days, as far as there are any. */
export async function digestCharts(
  me: Client,
  range: ZonedRange,
  tz: string,
  { options }: PageLabels,
): Promise<PageSection[]> {
  const [nights, steps] = await Promise.all([
    ifThere("sleep", stages(me, wholeNights(range, tz), { tz }), undefined),
    ifThere("steps", daily(me, range, { metrics: ["StepCount"], tz }), undefined),
  ]);
  const asleep = nights.value, walked = steps.value;
  return [
    ...asleep === undefined || frameHeight(asleep) === 0 ? [] : [{
      heading: say("Sleep"),
      show: [bothWidths((size) => sleepBars(asleep, { tz, range, ...options, ...size }))],
    }],
    ...walked === undefined || !openFrame(walked).hasValues("step_count") ? [] : [{
      heading: say("Steps"),
      show: [
        bothWidths((size) =>
          dailyBars(walked, {
            y: "step_count",
            unit: "steps",
            tz,
            now: me.now(),
            ...options,
            ...size,
          })
        ),
      ],
    }],
  ];
}
