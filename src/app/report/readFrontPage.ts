import { zonedTime, zoneLabel, zonesWithin } from "../../time/zones.ts";
import { toInterval } from "../../time/interval.ts";
import { between } from "../../time/range.ts";
import type { Client } from "../../client/client.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import { countNights, nightCountText } from "../nights/nightCount.ts";
import { changesOf, type Dates } from "./changes.ts";
import { FrontPage } from "./frontPage.ts";
import { missingLabels } from "./measures.ts";
import { readMeasures } from "./readMeasures.ts";
import type { ReportData } from "./reportData.ts";

/** Settings of the first page in addition to the report's data. */
export interface FrontPageQuery {
  /** Name of the person, if given. */
  readonly name: string | undefined;
  /** Period to compare with, if any. */
  readonly before: Dates | undefined;
  /** Sources of sleep as given by the caller. */
  readonly sourcePriority: readonly string[] | undefined;
  /** `true` leaves out dates, zone and devices. */
  readonly isAnonymous: boolean;
  /** Formats of dates and times. */
  readonly labels: PageLabels;
}

/** Reads the measures of both periods for the first page of a report. */
export async function readFrontPage(
  me: Client,
  data: ReportData,
  { name, before, sourcePriority, isAnonymous, labels }: FrontPageQuery,
): Promise<FrontPage> {
  const { first, last, tz, count, now, sources, sleep, units } = data;
  const period = { first, last };
  const periods = before === undefined ? [period] : [period, before];
  const measures = await readMeasures(me, periods, { tz, sourcePriority, units, sleep });
  const changes = changesOf(measures, period, before);
  const nights = changes.find(({ label }) => label === "Asleep")?.now.count ?? 0;
  const today = zonedTime(now.epochNanoseconds / 1000n, tz).toPlainDate();
  const nightsText = nightCountText(
    countNights(sleep.statistics, { first, last, today }),
    labels,
  );
  const days = changes.filter(({ isNight }) => !isNight);
  const inWords = ({ first, last }: Dates): string =>
    `${labels.date(first)} to ${labels.date(last)}`;
  const daysOf = ({ first, last }: Dates): number => first.until(last).days + 1;
  const devices = isAnonymous
    ? `${sources.order.length} ${sources.order.length === 1 ? "device" : "devices"}`
    : sources.order.join(", then ");
  return new FrontPage({
    head: isAnonymous ? [["Period", inDays(count)]] : [
      ...name === undefined ? [] : [["Of", name] as const],
      ["Period", `${inWords(period)} (${inDays(count)})`],
      ...before === undefined
        ? []
        : [["Compared with", `${inWords(before)} (${inDays(daysOf(before))})`] as const],
      ["Made on", labels.date(today)],
      ["Zone", zoneLabel(zonesWithin(toInterval(between(first, last.add({ days: 1 }), tz)), tz))],
    ],
    changes,
    period,
    before,
    names: {
      period: count === 1 ? "This day" : `These ${count} days`,
      before: before === undefined
        ? ""
        : isNextTo(before, period)
        ? daysOf(before) === 1 ? "The day before" : `The ${daysOf(before)} days before`
        : `${daysOf(before)} other days`,
    },
    measured: [
      nights === 0
        ? `Sleep: none of ${count} nights.`
        : `Sleep: ${nights} of ${count} nights, by ${devices || "a source without a name"}.`,
      ...isAnonymous || nightsText === "" ? [] : [nightsText],
      ...days.length === 0 ? [] : [
        `Days out of ${count}: ${
          days.map(({ label, now }) => `${label} ${now.count}`).join(", ")
        }.`,
      ],
      ...data.absent.map((absent) => `${absent}.`),
    ],
    missing: missingLabels(changes),
    method: [
      "Measured by consumer devices, not by medical ones. They distinguish sleep from waking better " +
      "than one stage of sleep from another.",
      "A night counts if at least two thirds of it are recorded, a day if it is over. Bedtime and time " +
      "asleep belong to the main sleep.",
      ...before === undefined ? [] : [
        "A change is marked if the interval of the difference of the means excludes 0. The interval " +
        "allows for ups and downs that last for days, for weekdays, for a different spread in each " +
        "period, and for the number of measures. Season, habits or another device may be the reason for " +
        "any change.",
      ],
      ...isAnonymous
        ? [
          "Dates are shifted by whole weeks, devices are numbered, and names, places and notes are left out.",
        ]
        : [],
      "This is a record, not a diagnosis or medical advice.",
    ],
    labels,
  });
}

function inDays(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}

function isNextTo(before: Dates, period: Dates): boolean {
  return before.last.add({ days: 1 }).equals(period.first);
}
