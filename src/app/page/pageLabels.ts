import { type Labels, labelsOf } from "../../plot/picture/labels.ts";
import { localText } from "../../time/localText.ts";
import { textPatterns, type TimeTextOptions } from "../../time/textPatterns.ts";

/** How a page writes local dates and times. */
export interface PageLabels {
  /** A local date in figures: `2025-03-20`, or as the locale has it. */
  date(date: string | Temporal.PlainDate): string;
  /** The time of day of an instant, in the zone of the labels. */
  clock(at: Temporal.ZonedDateTime): string;
  /** Hours after midnight as a time of day, also of the evening before: -0.5 is `23:30`. */
  hour(hours: number): string;
  /** What pictures and tables are given. */
  readonly options: TimeTextOptions;
}

/** Options as callers give them: a language or a form may be undefined. */
export type LabelOptions = {
  readonly [K in keyof TimeTextOptions]?: TimeTextOptions[K] | undefined;
};

/**
 * How the dates and times of a page are written, by the language and the form that are asked for.
 *
 * @throws {TypeError} if an option is of another type
 * @throws {RangeError} if there is no such locale, or the pattern is invalid
 */
export function pageLabels({ locale, timeFormat }: LabelOptions, tz: string): PageLabels {
  const options: TimeTextOptions = {
    ...(locale === undefined ? {} : { locale }),
    ...(timeFormat === undefined ? {} : { timeFormat }),
  };
  const patterns = textPatterns(options), labels: Labels = labelsOf(options, tz);
  return {
    options,
    date: (date) => {
      const { year, month, day } = Temporal.PlainDate.from(date);
      return localText(
        Date.UTC(year, month - 1, day),
        "UTC",
        patterns.figures,
        patterns.locale,
      );
    },
    clock: (at) => labels.clock(at.epochMilliseconds),
    // As clocks show it: 23:59:40 is not yet midnight.
    hour: (hours) => labels.hour((((Math.floor(hours * 60 + 1e-6)) % 1440 + 1440) % 1440) / 60),
  };
}
