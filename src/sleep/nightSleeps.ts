import { type ColumnNames, type FrameLike, readColumns } from "../frame/readColumns.ts";
import { isoDay } from "../time/day.ts";
import type { Interval } from "../time/interval.ts";
import { zone } from "../time/zone.ts";
import { type NightOptions, nightSessions } from "./nightSessions.ts";
import { readStages } from "./readStages.ts";

/** Whence sleeps are read. */
export interface NightSleepOptions extends NightOptions {
  /** Names of the frame's columns where they differ from the usual ones, `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

/** The sleep of a session, from the start of its first sleep to the end of its last, in microseconds. */
export interface NightSleep extends Interval {
  /** The name of its night. */
  readonly night: string;
  /** Whether it is the main sleep of its night. */
  readonly main: boolean;
}

/** The sleeps of a frame and the zone whose clock counts. */
export interface NightSleeps {
  /** Ordered by time, main sleeps and naps. */
  readonly sleeps: readonly NightSleep[];
  /** An IANA zone. */
  readonly tz: string;
}

const NIGHTS = {
  night: "date",
  onset_time: "time",
  wake_time: "time",
  "main?": "bool",
} as const;

/**
 * The sleeps of what `sleep.nights` gave, where the frame has a column `onset_time`; else of stages,
 * from which nights are found first. Sessions without sleep are left out.
 */
export function nightSleeps(
  frame: FrameLike,
  options: NightSleepOptions,
  action: string,
): NightSleeps {
  const { columns = {} } = options;
  const { onset_time: name } = columns;
  const given = readColumns(frame, { "onset_time?": "time" }, {
    action,
    columns: name === undefined ? {} : { onset_time: name },
  });
  if (given.onset_time === undefined) {
    const rows = readStages(frame, options.stages, action, columns);
    const sleeps = nightSessions(rows, rows.table, options).flatMap(({ sleep, night, main }) =>
      sleep === null ? [] : [{ ...sleep, night, main }]
    );
    return { sleeps, tz: zone(options.tz ?? rows.zone) };
  }
  const { night, onset_time, wake_time, main } = readColumns(frame, NIGHTS, { action, columns });
  const sleeps = Array.from(night.values).flatMap((day, row) =>
    night.valid?.[row] === 0 || onset_time.valid?.[row] === 0 || wake_time.valid?.[row] === 0
      ? []
      : [{
        night: isoDay(day),
        start: onset_time.values[row]!,
        end: wake_time.values[row]!,
        main: main?.values[row] !== 0,
      }]
  );
  return {
    sleeps: sleeps.sort((a, b) => a.start < b.start ? -1 : a.start > b.start ? 1 : 0),
    tz: zone(options.tz ?? onset_time.zone),
  };
}
