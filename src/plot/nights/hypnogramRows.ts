import type { ReadSpans } from "../../sleep/kernel/spans.ts";
import { localTime } from "../../time/localText.ts";
import type { Labels } from "../picture/labels.ts";
import { wholeTimeInBed } from "./timeInBed.ts";
import { type Night, nights } from "./nights.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** A stretch of one stage in a row, in milliseconds after the row's origin. */
export interface Piece {
  /** The key of its row. */
  readonly row: string;
  /** The stage's place in the table. */
  readonly place: number;
  /** Inclusive start. */
  readonly x1: number;
  /** Exclusive end. */
  readonly x2: number;
}

/** A stretch that came from one source, in milliseconds after the row's origin. */
export interface SourcePiece {
  /** The source. */
  readonly source: string;
  /** Inclusive start. */
  readonly x1: number;
  /** Exclusive end. */
  readonly x2: number;
}

/** A row of a hypnogram: a night, or what one source says of it. */
export interface HypnogramRow {
  /** Tells it from the others. */
  readonly key: string;
  /** What stands above it. */
  readonly label: string;
  /** The instant from which its pieces are counted, in milliseconds since 1970. */
  readonly origin: number;
  /** The left end of all rows after their origins. */
  readonly from: number;
  /** The right end of all rows after their origins. */
  readonly to: number;
  /** What it shows, by start. */
  readonly pieces: readonly Piece[];
  /** Where that came from: stretches of one source that touch are one. */
  readonly sources: readonly SourcePiece[];
}

const MOST_NIGHTS = 7;

/**
 * The rows of a hypnogram: one for all if it spans at most a day, else one for each local night from
 * noon to noon; and of those one for each source if asked.
 *
 * @param options With `bed`, the place of time in bed in the stage table, -1 where it has none.
 *
 * @throws {RangeError} if there are more than seven nights
 */
export function hypnogramRows(
  spans: ReadSpans,
  options: { labels: Labels; bySource: boolean; bed: number },
): HypnogramRow[] {
  const { labels, bed } = options;
  const first = spans.start[0]!;
  const last = spans.end.reduce((end, at) => at > end ? at : end);
  const single = last - first <= DAY_MICROS;
  const used = single
    ? [{ start: first, end: last }]
    : nights(first, last, labels.tz).filter((night) =>
      spans.start.some((start, i) => start < night.end && spans.end[i]! > night.start)
    );
  if (used.length > MOST_NIGHTS) {
    throw new RangeError(
      `Cannot draw a hypnogram of ${used.length} nights: the most is ${MOST_NIGHTS}; use plot.sleepBars or plot.sleepRaster, or take fewer nights`,
    );
  }
  const sources = options.bySource ? [...new Set(spans.source)] : [undefined];
  const rows = used.flatMap((night) =>
    sources.map((source) => rowOf(spans, night, source, { labels, single, bed }))
  ).filter((row) => row.pieces.length > 0);
  let from = Infinity, to = -Infinity;
  for (const { x1, x2 } of rows.flatMap(({ pieces }) => pieces)) {
    from = Math.min(from, x1);
    to = Math.max(to, x2);
  }
  return rows.map((row) => ({ ...row, from, to }));
}

function rowOf(
  spans: ReadSpans,
  night: Night,
  source: string | null | undefined,
  { labels, single, bed }: { labels: Labels; single: boolean; bed: number },
): Omit<HypnogramRow, "from" | "to"> {
  const origin = single ? 0 : millis(night.start);
  const dates = nightLabel(millis(night.start), millis(night.end), labels);
  const label = source === undefined ? dates : source ?? "no source";
  const key = `${night.start} ${source ?? ""}`;
  const pieces: { -readonly [K in keyof Piece]: Piece[K] }[] = [];
  const latest = new Map<number, typeof pieces[number]>();
  const stretches: { -readonly [K in keyof SourcePiece]: SourcePiece[K] }[] = [];
  spans.start.forEach((start, i) => {
    const end = spans.end[i]!, place = spans.stage[i]!;
    if (start >= night.end || end <= night.start) return;
    if (source !== undefined && spans.source[i] !== source) return;
    const x1 = millis(start > night.start ? start : night.start) - origin;
    const x2 = millis(end < night.end ? end : night.end) - origin;
    const from = spans.source[i] ?? "no source", stretch = stretches.at(-1);
    if (stretch?.source === from && stretch.x2 === x1) stretch.x2 = x2;
    else stretches.push({ source: from, x1, x2 });
    const last = latest.get(place);
    // Epochs of one stage that touch are one bar.
    if (last?.x2 === x1) last.x2 = x2;
    else {
      const piece = { row: key, place, x1, x2 };
      pieces.push(piece);
      latest.set(place, piece);
    }
  });
  return {
    key,
    label: source === undefined || single ? label : `${dates}, ${label}`,
    origin,
    pieces: wholeTimeInBed(pieces, bed),
    sources: stretches,
  };
}

/** `Sat 26 to Sun 27 Oct 2024`, or one date if both ends lie in it. */
export function nightLabel(start: number, end: number, labels: Labels): string {
  const from = localTime(start, labels.tz), to = localTime(end, labels.tz);
  if (from.toPlainDate().equals(to.toPlainDate())) return labels.date(end);
  // The first date without the month and year that it shares with the second.
  const first = from.year !== to.year
    ? labels.date(start)
    : from.month === to.month
    ? labels.shortDay(start)
    : labels.day(start);
  return `${first} to ${labels.date(end)}`;
}

function millis(micros: bigint): number {
  return Number(micros) / 1000;
}
