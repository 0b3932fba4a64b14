import { type Labels, labelsOf } from "../../plot/picture/labels.ts";
import { localText } from "../../time/localText.ts";
import { patternHas, textPatterns, type TimeTextOptions } from "../../time/textPatterns.ts";

/** Formats of a page's local dates and times. */
export interface PageLabels {
  /** Formats a local date: `2025-03-20`, in words `Thu 20 March 2025`, or as in the locale. */
  date(date: string | Temporal.PlainDate): string;
  /** Formats an instant as a time of day, in the zone of the labels. */
  clock(at: Temporal.ZonedDateTime): string;
  /**
   * Formats hours after midnight as a time of day; negative hours belong to the evening before:
   * -0.5 is `23:30`.
   */
  hour(hours: number): string;
  /** Options for charts and tables. */
  readonly options: TimeTextOptions;
}

/** Options of callers; each may be undefined. */
export type LabelOptions = {
  readonly [K in keyof TimeTextOptions]?: TimeTextOptions[K] | undefined;
};

/**
 * Creates the formats of a page's dates and times from a language and a pattern.
 *
 * @param dates `"words"` writes dates in words, unless the pattern has a date.
 * @throws {TypeError} if an option is of another type
 * @throws {RangeError} if the locale does not exist, or the pattern is invalid
 */
export function pageLabels(
  { locale, timeFormat }: LabelOptions,
  tz: string,
  dates: "figures" | "words" = "figures",
): PageLabels {
  const options: TimeTextOptions = {
    ...(locale === undefined ? {} : { locale }),
    ...(timeFormat === undefined ? {} : { timeFormat }),
  };
  const patterns = textPatterns(options), labels: Labels = labelsOf(options, tz);
  const isInWords = dates === "words" &&
    (timeFormat === undefined || !patternHas(timeFormat, "date"));
  const pattern = isInWords ? patterns.date.replace("MMM", "MMMM") : patterns.figures;
  return {
    options,
    date: (date) => {
      const { year, month, day } = Temporal.PlainDate.from(date);
      return localText(
        Date.UTC(year, month - 1, day),
        "UTC",
        pattern,
        patterns.locale,
      );
    },
    clock: (at) => labels.clock(at.epochMilliseconds),
    // As on a clock: 23:59:40 is not yet midnight.
    hour: (hours) => labels.hour((((Math.floor(hours * 60 + 1e-6)) % 1440 + 1440) % 1440) / 60),
  };
}
