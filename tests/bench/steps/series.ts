import { assertAlmostEquals, assertEquals } from "@std/assert";
import pl from "nodejs-polars";
import { pick } from "../../../src/frame/pick.ts";
import * as series from "../../../src/series/mod.ts";
import { grid, instants, seriesFrame, START, walk } from "../data.ts";
import {
  countIntoWindows,
  groupDynamic,
  groupDynamicBy,
  groupRolling,
  partsInUtc,
  passOverColumn,
} from "../floors.ts";
import { inputFile } from "../inputFile.ts";
import { type Prepared, type Step, tablePeers } from "../step.ts";

const TZ = "Europe/Berlin", MINUTES_OF_TEN_YEARS = 5_256_000;

function sum(frame: pl.DataFrame, name: string): number {
  return frame.getColumn(name).sum();
}

function near(a: number, b: number): void {
  assertAlmostEquals(a, b, 1e-9 * Math.max(1, Math.abs(b)));
}

const resample = (every: `${number}${"m" | "h" | "d"}`): Step => ({
  name: `series.resample ${every}`,
  of: "rows",
  sizes: [1_000_000, 10_000_000],
  reach: 1.1,
  prepare: async (count) => {
    const frame = seriesFrame(count, 1), { input, close } = await inputFile(frame);
    const ours = (): pl.DataFrame => series.resample(frame, { every, tz: TZ });
    return {
      ours,
      floor: {
        name: "groupByDynamic",
        run: () => groupDynamic(frame, every),
        bytes: 16 * count,
      },
      check: () => {
        const floor = groupDynamic(frame, every);
        assertEquals(ours().height, floor.height);
        near(sum(ours(), "value"), sum(floor, "value"));
      },
      peers: tablePeers("resample", ["polars", "pandas", "duckdb"], {
        input: `${input}|${every}`,
        expected: () => columns(ours(), ["time", "value"]),
      }),
      close,
    };
  },
});

/** Returns columns by name. */
function columns(frame: pl.DataFrame, names: readonly string[]): Record<string, pl.Series> {
  return Object.fromEntries(names.map((name) => [name, frame.getColumn(name)]));
}

const PEOPLE = 100;
const resampleBy: Step = {
  name: "series.resample 15m by 100 people",
  of: "rows",
  sizes: [1_000_000, 10_000_000],
  reach: 1.1,
  prepare: async (count) => {
    const own = count / PEOPLE, time = grid(own, 60), value = walk(count, 60);
    const all = new BigInt64Array(count), user: string[] = [];
    for (let person = 0; person < PEOPLE; person++) {
      all.set(time, person * own);
      const name = `person ${`${person}`.padStart(2, "0")}`;
      for (let i = 0; i < own; i++) user.push(name);
    }
    const frame = pl.DataFrame([
      instants("time", all),
      pl.Series("user", user),
      pl.Series("value", value),
    ]);
    const { input, close } = await inputFile(frame);
    const ours = (): pl.DataFrame => series.resample(frame, { every: "15m", tz: TZ, by: "user" });
    const windows = Math.ceil(own / 15);
    const counted = (): Float64Array =>
      countIntoWindows(frame, "user", { start: START, micros: 9e8, windows, people: PEOPLE });
    const dynamic = (): pl.DataFrame => groupDynamicBy(frame, "15m", "user");
    const faster = (): boolean => {
      const time = (work: () => unknown): number => {
        work();
        const begun = performance.now();
        work();
        return performance.now() - begun;
      };
      return time(dynamic) < time(counted);
    };
    const isDynamic = faster();
    return {
      ours,
      floor: {
        name: isDynamic ? "groupByDynamic" : "counting sort into windows",
        run: isDynamic ? dynamic : counted,
        bytes: 20 * count,
      },
      check: () => {
        near(sum(ours(), "value"), counted().reduce((a, b) => a + b, 0));
        near(sum(dynamic(), "value"), sum(ours(), "value"));
      },
      peers: tablePeers("people", ["polars", "pandas", "duckdb"], {
        input,
        expected: () => columns(ours(), ["time", "value"]),
      }),
      close,
    };
  },
};

const rolling = (
  reducer: "mean" | "min" | "median" | "p90" | "count",
  window: "1h" | "7d",
): Step => ({
  name: `series.rolling ${reducer} ${window}`,
  of: window === "1h" ? "rows, 10 s apart" : "rows, 10 min apart",
  sizes: [100_000, 1_000_000],
  reach: 1.2,
  prepare: async (count) => {
    const frame = seriesFrame(count, window === "1h" ? 10 : 600, "UTC"),
      { input, close } = await inputFile(frame);
    const ours = (): pl.DataFrame => series.rolling(frame, { window, aggregate: reducer });
    return {
      ours,
      floor: {
        name: "groupByRolling",
        run: () => groupRolling(frame, window, reducer),
        bytes: 16 * count,
      },
      check: () => near(sum(ours(), "value"), sum(groupRolling(frame, window, reducer), "value")),
      ...(window === "1h"
        ? {
          // DuckDB rounds interpolated quantiles in another way.
          peers: tablePeers(
            "rolling",
            ["polars", "pandas", ...reducer === "p90" ? [] : ["duckdb"]],
            {
              input: `${input}|${reducer}`,
              expected: () => columns(ours(), ["value"]),
            },
          ),
        }
        : {}),
      close,
    };
  },
});

const several: Step = {
  name: "series.rolling mean, min, median, p90, count 1h",
  of: "rows, 10 s apart",
  sizes: [100_000, 1_000_000],
  prepare: (count) => {
    const frame = seriesFrame(count, 10),
      names = ["mean", "min", "median", "p90", "count"] as const;
    return {
      ours: () => series.rolling(frame, { window: "1h", aggregate: { value: names } }),
      floor: {
        name: "groupByRolling",
        run: () => names.map((name) => groupRolling(frame, "1h", name)),
        bytes: 80 * count,
      },
    };
  },
};

const dateParts: Step = {
  name: "series.dateParts",
  of: "rows, a minute apart",
  sizes: [100_000, 1_000_000],
  reach: 3,
  prepare: async (count) => {
    const frame = seriesFrame(count, 60), { input, close } = await inputFile(frame);
    const ours = (): pl.DataFrame => series.dateParts(frame, { tz: TZ });
    return {
      ours,
      floor: { name: "Polars' parts in UTC", run: () => partsInUtc(frame), bytes: 8 * count },
      check: () => {
        const utc = series.dateParts(frame, { tz: "UTC" }),
          floor = partsInUtc(seriesFrame(count, 60, "UTC"));
        for (const part of ["year", "month", "day", "hour", "minute", "weekday"]) {
          assertEquals(utc.getColumn(part).sum(), floor.getColumn(part).sum(), part);
        }
      },
      peers: tablePeers("parts", ["polars", "pandas"], {
        input,
        expected: () => columns(ours(), ["year", "month", "day", "hour", "minute", "weekday"]),
      }),
      close,
    };
  },
};

const dates: Step = {
  name: "series.dateParts, local dates only",
  of: "rows, a minute apart",
  sizes: [100_000, 1_000_000],
  prepare: async (count) => {
    const frame = seriesFrame(count, 60), { input, close } = await inputFile(frame);
    const ours = (): pl.DataFrame => series.dateParts(frame, { tz: TZ, parts: ["date"] });
    const local = pl.col("time").dt.replaceTimeZone("UTC").cast(pl.Date);
    return {
      ours,
      floor: {
        name: "Polars' local dates",
        run: () => frame.withColumns(local.alias("date")),
        bytes: 8 * count,
      },
      peers: tablePeers("dates", ["polars", "pandas", "duckdb"], {
        input,
        expected: () => ({ date: ours().getColumn("date").cast(pl.Date) }),
      }),
      close,
    };
  },
};

/** Compares a statistic of a whole record with reading its columns once. */
function ofColumn(
  name: string,
  verb: (frame: pl.DataFrame) => pl.DataFrame,
  { reach, sizes = [MINUTES_OF_TEN_YEARS / 10, MINUTES_OF_TEN_YEARS], peer, check }: {
    reach?: number;
    /** Fails if the daily curve of the data is not found. */
    check?: (result: pl.DataFrame) => void;
    sizes?: readonly [number, number];
    peer?: (frame: pl.DataFrame) => Promise<Pick<Prepared, "peers" | "close">>;
  },
): Step {
  return {
    name: `series.${name}`,
    of: "minutes",
    sizes,
    ...(reach === undefined ? {} : { reach }),
    prepare: async (count) => {
      const frame = seriesFrame(count, 60, "UTC");
      return {
        ours: () => verb(frame),
        floor: {
          name: "one pass over the column",
          run: () => passOverColumn(frame),
          bytes: 16 * count,
        },
        check: () => check?.(verb(frame)),
        ...await peer?.(frame),
      };
    },
  };
}

/** Starts pyActigraphy with the same record. */
async function pyActigraphy(frame: pl.DataFrame): Promise<Pick<Prepared, "peers" | "close">> {
  const { input, close } = await inputFile(frame.getColumn("value").toArray().join("\n"));
  const value = (name: series.RhythmStatistic): number =>
    series.rhythm(frame, { variant: "pyActigraphy" })[name]!;
  return {
    peers: [{
      of: "pyActigraphy",
      script: "pyactigraphy",
      name: "rhythm",
      input,
      expected: () =>
        Object.fromEntries(
          (["IS", "IV", "L5", "M10", "RA"] as const).map((name) => [name, value(name)]),
        ),
    }],
    close,
  };
}

/**
 * Starts astropy with the same record, value by value: it has no faster way for evenly spaced
 * periods.
 */
async function astropy(frame: pl.DataFrame): Promise<Pick<Prepared, "peers" | "close">> {
  const found = series.periodogram(frame);
  const lines = [
    Array.from({ length: frame.height }, (_, i) => i / 60),
    frame.getColumn("value").toArray(),
    found.getColumn("period_h").toArray(),
  ];
  const { input, close } = await inputFile(lines.map((line) => line.join(" ")).join("\n"));
  const power = found.getColumn("power");
  return {
    peers: [{
      of: "astropy",
      script: "science",
      name: "periodogram",
      input,
      expected: () => ({ highest: power.max(), sum: power.sum() }),
    }],
    close,
  };
}

/** Steps for the series verbs. */
export const steps: readonly Step[] = [
  resample("15m"),
  resample("1d"),
  resampleBy,
  ...(["mean", "min", "median", "p90", "count"] as const).flatMap((reducer) => [
    rolling(reducer, "1h"),
    rolling(reducer, "7d"),
  ]),
  several,
  dateParts,
  dates,
  ofColumn("rhythm", (frame) => series.rhythm(frame).frame, { reach: 3 }),
  ofColumn("rhythm, a month", (frame) => series.rhythm(frame, { variant: "pyActigraphy" }).frame, {
    sizes: [10_080, 43_200],
    peer: pyActigraphy,
  }),
  ofColumn("cosinor", (frame) => series.cosinor(frame).frame, {
    reach: 3,
    check: (found) => assertAlmostEquals(pick(found, "amplitude")!, 10, 0.1),
  }),
  ofColumn("periodogram", (frame) => series.periodogram(frame), {
    check: (found) =>
      assertEquals(found.sort("power").tail(1).getColumn("period_h").toArray(), [24]),
  }),
  ofColumn("periodogram, a month", (frame) => series.periodogram(frame), {
    sizes: [10_080, 43_200],
    peer: astropy,
  }),
];
