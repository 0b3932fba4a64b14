import { inOrder, zoneText } from "../../plot/picture/labels.ts";
import { toInterval } from "../../time/interval.ts";
import { zonedTime, zonesWithin } from "../../time/zones.ts";
import type { Client } from "../../client/client.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import { countNights, nightCountText } from "../nights/nightCount.ts";
import { dayCountText } from "../days/dayCount.ts";
import { wholeDays } from "../ask/wholeDays.ts";
import { LEAST_BOTH, LEAST_EACH } from "../../series/statistics/timedDifference.ts";
import { changesOf, type Dates, largestFirst } from "./changes.ts";
import { FrontPage } from "./frontPage.ts";
import { labelText, missingLabels, unknownLabels } from "./measures.ts";
import { cite } from "../../frame/cite.ts";
import { Method } from "./method.ts";
import { LEAST_RELATED, relationFacts } from "./reportRelations.ts";
import { joined, readMeasures } from "./readMeasures.ts";
import {
  Facts,
  travelFacts,
  trendFacts,
  unusualFacts,
  yearBefore,
  yearFacts,
} from "./reportFacts.ts";
import type { ReportData } from "./reportData.ts";
import { languageCode, say } from "../../words/language.ts";

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

/** The first page of a report, further sentences about its days, and its last section. */
export interface FrontAndMethod {
  readonly front: FrontPage;
  readonly facts: Facts;
  readonly method: Method;
}

/** Reads the measures of both periods for the first page of a report. */
export async function readFrontPage(
  me: Client,
  data: ReportData,
  { name, before, sourcePriority, isAnonymous, labels }: FrontPageQuery,
): Promise<FrontAndMethod> {
  const { first, last, tz, count, now, sources, sleep, units } = data;
  const period = { first, last };
  const periods = before === undefined ? [period] : [period, before];
  const earlier = yearBefore(period);
  const [measures, lastYear] = await Promise.all([
    readMeasures(me, periods, { tz, sourcePriority, units, sleep }),
    earlier === undefined ? [] : readMeasures(me, [earlier], { tz, sourcePriority, units }),
  ]);
  const changes = largestFirst(changesOf(measures, period, before));
  const nights = changes.find(({ label }) => label === "Asleep")?.now.count ?? 0;
  const today = zonedTime(now.epochNanoseconds / 1000n, tz).toPlainDate();
  const nightsText = nightCountText(
    countNights(sleep, { first, last, today }),
    labels,
  );
  const steps = wholeDays(data.steps, "step_count", { tz });
  const days = changes.filter(({ isNight }) => !isNight);
  const inWords = ({ first, last }: Dates): string =>
    say("{from} to {to}", { from: labels.date(first), to: labels.date(last) });
  const daysOf = ({ first, last }: Dates): number => first.until(last).days + 1;
  const devices = isAnonymous
    ? say("{n} {n|device|devices}", { n: sources.order.length })
    : inOrder(sources.order);
  const front = new FrontPage({
    changes,
    before,
    against: before === undefined
      ? ""
      : isNextTo(before, period)
      ? daysOf(before) === 1
        ? say("the day before")
        : say("the {n} days before", { n: daysOf(before) })
      : say("{n} other days", { n: daysOf(before) }),
    labels,
  });
  const span = before !== undefined && isNextTo(before, period)
    ? { first: before.first, last }
    : period;
  const facts = new Facts([
    ...trendFacts(changes, span),
    ...isAnonymous ? [] : unusualFacts(changes, { span, period, labels }),
    ...earlier === undefined ? [] : yearFacts(joined(measures, lastYear), period, earlier),
    ...relationFacts(changes, period),
    ...isAnonymous ? [] : travelFacts(period, tz, labels),
  ]);
  const computed = [
    ...nights === 0 ? [] : ["sleep.statistics"],
    ...changes.some(({ judgement }) => judgement !== undefined) ? ["series.compare"] : [],
    ...count < LEAST_RELATED ? [] : ["series.correlate"],
  ];
  const method = new Method({
    head: isAnonymous ? [[say("Period"), inDays(count)]] : [
      ...name === undefined ? [] : [[say("Of"), name] as const],
      [say("Period"), `${inWords(period)} (${inDays(count)})`],
      ...before === undefined
        ? []
        : [[say("Compared with"), `${inWords(before)} (${inDays(daysOf(before))})`] as const],
      [say("Made on"), labels.date(today)],
      [say("Zone"), zoneText(zonesWithin(toInterval(data.range), tz))],
    ],
    measured: [
      nights === 0
        ? say("Sleep: none of {n} nights.", { n: count })
        : say("Sleep: {nights} of {n} nights, by {devices}.", {
          nights,
          n: count,
          devices: devices || say("a source without a name"),
        }),
      ...isAnonymous || nightsText === "" ? [] : [nightsText],
      ...days.length === 0 ? [] : [
        say("Days out of {n}: {list}.", {
          n: count,
          list: days.map(({ label, now }) => `${labelText(label)} ${now.count}`).join(", "),
        }),
      ],
      ...isAnonymous || steps.partial.length === 0 ? [] : [
        say("Steps: {count}.", {
          count: dayCountText({
            days: count,
            counted: steps.values.length,
            partial: steps.partial,
            now,
            tz,
          }, labels),
        }),
      ],
      ...data.absent.map((absent) => `${absent}.`),
    ],
    missing: [...missingLabels(changes), ...unknownLabels(changes, sleep.statistics)],
    method: [
      say(
        "Measured by consumer devices, not by medical ones. They distinguish sleep from waking better than one stage of sleep from another.",
      ),
      say(
        "A night counts on the day of waking, if at least two thirds of it are recorded; a day counts if it is over. Bedtime and time asleep belong to the main sleep.",
      ),
      ...before === undefined ? [] : [
        say(
          "A change is marked if the interval of the difference of the means excludes 0. The interval allows for ups and downs that last for days, for weekdays, for a different spread in each period, and for the number of measures. Season, habits or another device may be the reason for any change. The intervals of trends, unusual days and differences from a year before are each corrected for the number of measures as well.",
        ),
        say("A comparison takes {each} days or nights in each period, and {both} in both.", {
          each: LEAST_EACH,
          both: LEAST_BOTH,
        }),
      ],
      ...count < LEAST_RELATED ? [] : [
        say(
          "Each night is compared with the days before and after it, without trend and weekdays. What goes together is corrected for the number of pairs, and does not show what causes what.",
        ),
      ],
      ...isAnonymous
        ? [
          say(
            "Dates are shifted by whole weeks, devices are numbered, and names, places and notes are left out.",
          ),
        ]
        : [],
      say(
        "This is a record, not a diagnosis or medical advice.",
      ),
    ],
    paragraph: languageCode() === "en" && computed.length > 0 ? cite(computed).text : undefined,
  });
  return { front, facts, method };
}

function inDays(count: number): string {
  return say("{n} {n|day|days}", { n: count });
}

function isNextTo(before: Dates, period: Dates): boolean {
  return before.last.add({ days: 1 }).equals(period.first);
}
