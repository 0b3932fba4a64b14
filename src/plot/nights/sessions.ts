import type { ReadSpans } from "../../sleep/kernel/spans.ts";
import { slotOn } from "./clockPieces.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";

/** Spans of which none is over an hour away from the others. */
export interface Session {
  /** The slot of the noon after which its middle lies; undefined where it is longer than a day. */
  readonly slot: number | undefined;
  /** Which spans they are. */
  readonly rows: readonly number[];
}

/** The sessions of spans that are ordered by start, each in its night from noon to noon. */
export function sessionsOf(spans: ReadSpans, tz: string): Session[] {
  const sessions: { start: number; end: number; rows: number[] }[] = [];
  spans.start.forEach((at, row) => {
    const start = Number(at) / 1000, end = Number(spans.end[row]!) / 1000, last = sessions.at(-1);
    if (last === undefined || start - last.end > HOUR_MS) {
      sessions.push({ start, end, rows: [row] });
    } else {
      last.rows.push(row);
      last.end = Math.max(last.end, end);
    }
  });
  return sessions.map(({ start, end, rows }) => ({
    rows,
    slot: end - start > DAY_MS ? undefined : slotOn((start + end) / 2, tz),
  }));
}
