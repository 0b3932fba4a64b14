import { languageCode, numberLocale, say } from "../../words/language.ts";

/** Zone and style of the times of an axis. */
export interface ZoneLabels {
  /** IANA zone of the times. */
  readonly tz: string;
  /** Locale and clock, if they differ from the defaults. */
  readonly style: { readonly lc?: string; readonly h12?: true };
}

/** Meaning of the values of an axis, so that a page's script can show them. */
export type Reading =
  /** Instants in milliseconds since 1970. */
  | { readonly kind: "instant"; readonly labels: ZoneLabels }
  /** Local days, each the slot of its date in UTC. */
  | { readonly kind: "day"; readonly labels: ZoneLabels }
  /** Hours of a clock; `origin` is the hour that is 0. */
  | { readonly kind: "clock"; readonly labels: ZoneLabels; readonly origin: number }
  /** Milliseconds before or after an event. */
  | { readonly kind: "offset" }
  /** Numbers, with their name and unit. */
  | { readonly kind: "number"; readonly name?: string; readonly unit?: string | undefined }
  /** Numbers without meaning, which only position marks. */
  | { readonly kind: "plain"; readonly labels?: ZoneLabels }
  /** Rows counted from the top, each with the given number of days from a slot on. */
  | { readonly kind: "rows"; readonly slots: readonly number[]; readonly days: number };

/** Meaning of the values of both axes. */
export interface Readings {
  /** Reading of the horizontal axis. */
  readonly x?: Reading | undefined;
  /** Reading of the vertical axis. */
  readonly y?: Reading | undefined;
}

/** Members of a Plot scale that are used here. */
export interface Scale {
  readonly domain?: Iterable<number | Date>;
  readonly range?: Iterable<number>;
}

/** Returns the format of numbers, and the words that a page's script uses, unless they are English. */
function liveWords(days: number): Readonly<Record<string, string>> {
  const nf = numberLocale();
  return {
    ...(nf === "en-US" ? {} : { nf }),
    ...(days > 7 ? { wk: say("Month from") } : {}),
    ...(languageCode() === "en" ? {} : {
      to: say("to"),
      ...(days > 7 ? {} : { wk: say("Week from") }),
      all: say("Double-click or Esc shows all"),
    }),
  };
}

/**
 * Returns the readings of a chart as JSON for a page's script: the ends of each axis in values and
 * in pixels, and their meaning. Returns `undefined` if no axis has a reading.
 */
export function readingsText(
  readings: Readings,
  scale: (name: "x" | "y") => Scale | undefined,
): string | undefined {
  const axis = (name: "x" | "y") => {
    const reading = readings[name], { domain, range } = scale(name) ?? {};
    if (reading === undefined || domain === undefined || range === undefined) return undefined;
    const { kind } = reading;
    return {
      d: Array.from(domain, Number),
      r: Array.from(range, (pixels) => Math.round(pixels * 100) / 100),
      k: kind,
      ...(kind === "number" ? { n: reading.name, u: reading.unit } : {}),
      ...(kind === "rows" ? { s: reading.slots, w: reading.days } : {}),
      ...(kind === "clock" ? { o: reading.origin } : {}),
      ...("labels" in reading && reading.labels !== undefined
        ? { tz: reading.labels.tz, ...reading.labels.style }
        : {}),
      ...liveWords(kind === "rows" ? reading.days : 1),
    };
  };
  const x = axis("x"), y = axis("y");
  return x === undefined && y === undefined ? undefined : JSON.stringify({ x, y });
}
