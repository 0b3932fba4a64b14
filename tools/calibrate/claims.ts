import {
  type Columns,
  float64Column,
  textColumn,
  timeColumn,
} from "../../src/frame/columns/columns.ts";
import { judge } from "../../src/experiment/judge.ts";
import { plan } from "../../src/experiment/plan.ts";
import { openFrame } from "../../src/frame/open.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { scatterFit } from "../../src/plot/groups/scatterMarks.ts";
import { daySlots } from "../../src/plot/days/daySlots.ts";
import { around } from "../../src/series/around.ts";
import { changePoint } from "../../src/series/changePoint.ts";
import { changePoints } from "../../src/series/changePoints.ts";
import { compare } from "../../src/series/compare.ts";
import { correlate, type CorrelationOptions } from "../../src/series/correlate.ts";
import { cosinor } from "../../src/series/cosinor.ts";
import { interrupted } from "../../src/series/interrupted.ts";
import { periodogram } from "../../src/series/periodogram.ts";
import { trend } from "../../src/series/trend.ts";
import { unusual } from "../../src/series/unusual.ts";
import { blandAltman } from "../../src/sleep/blandAltman.ts";
import {
  type Cell,
  cellsAround,
  cellsOfGrid,
  type Chance,
  dailyValues,
  otherCells,
  redValues,
  UNDER_NOISE,
} from "./records.ts";
import { alarms, type Bound, type Claim, misses, type Outcome } from "./claim.ts";
import { PAGE_CLAIMS } from "./pageClaims.ts";
import { STUDY_CLAIMS } from "./studyClaims.ts";

const DAY = 86_400_000_000, HOUR = 3_600_000_000, START = 1_704_067_200_000_000; // a Monday in UTC

const dateColumn = (days: number): Columns[string] => ({
  type: "date",
  values: Int32Array.from({ length: days }, (_, i) => START / DAY + i),
});
const instants = (at: readonly number[]): Columns[string] =>
  timeColumn(BigInt64Array.from(at, (one) => BigInt(one)), "UTC");

/** Returns the statistics in a frame of names and values. */
function statisticsOf(found: Frame | { readonly frame: Frame }): Record<string, number | null> {
  return Object.fromEntries(
    openFrame(found).frame().toRecords().map((
      row,
    ) => [String(row["name"]), row["value"] as number | null]),
  );
}

/** Returns hourly noise around a curve with its peak at 15:00. Missing hours are left out. */
function hourly(
  { phi, days, missing }: Cell,
  chance: Chance,
  amplitude: number,
): Frame {
  const noise = redValues(24 * days, phi, chance), at: number[] = [], y: number[] = [];
  noise.forEach((own, i) => {
    if (missing > 0 && chance.next() < missing) return;
    at.push(START + i * HOUR);
    y.push(own + amplitude * Math.cos(2 * Math.PI * (i - 15) / 24));
  });
  return toFrame({ time: instants(at), y: float64Column(Float64Array.from(y)) });
}

/**
 * Returns whether any period passes its threshold, and whether the 24-hour period has a small p.
 */
function searched(frame: Frame): Record<string, Outcome> {
  const rows = frame.toRecords();
  const known = rows.filter((row) => row["threshold"] !== null);
  const day = known.find((row) => Math.abs(Number(row["period_h"]) - 24) < 1e-9);
  return {
    "any period above the threshold": known.length === 0
      ? null
      : known.some((row) => Number(row["power"]) > Number(row["threshold"])),
    "p at 24 h": day === undefined ? null : alarms(day["p"] as number),
  };
}

const SEARCHED = { "any period above the threshold": "corrected", "p at 24 h": "p" } as const;
const HOURLY_CELLS = [
  ...cellsAround(["phi", "days", "missing"]),
  { phi: 0.97, days: 7, ratio: 1, missing: 0, weekend: 0, trend: 0 },
  { phi: 0.97, days: 14, ratio: 1, missing: 0, weekend: 0, trend: 0 },
  { phi: 0.9, days: 14, ratio: 1, missing: 0.3, weekend: 0, trend: 0 },
];

/** Returns two sides of a record, each with its own spread. */
function twoSides(
  cell: Cell,
  chance: Chance,
  isSecond: (day: number) => boolean,
): Frame {
  const n = 2 * cell.days, noise = redValues(n, cell.phi, chance, cell.noise);
  const { noise: _, ...plain } = cell;
  const shape = dailyValues({ ...plain, phi: 0, missing: 0 }, n, { ...chance, normal: () => 0 });
  const group = Array.from({ length: n }, (_, day) => isSecond(day) ? "b" : "a");
  const y = noise.map((own, day) =>
    cell.missing > 0 && day > 0 && day < n - 1 && chance.next() < cell.missing
      ? NaN
      : own * (group[day] === "b" ? cell.ratio : 1) + shape[day]!
  );
  return toFrame({ date: dateColumn(n), y: float64Column(y), group: textColumn(group) });
}

function compared(frame: Frame): Record<string, Outcome> {
  const found = statisticsOf(compare(frame, { condition: "group", y: "y" }));
  return {
    p: alarms(found["p"]),
    "95 % interval": misses(found["difference_low"], 0, found["difference_high"]),
  };
}

function correlated(
  cell: Cell,
  chance: Chance,
  options: CorrelationOptions,
): Record<string, Outcome> {
  const n = cell.days;
  const [row] = openFrame(correlate(
    toFrame({
      date: dateColumn(n),
      a: float64Column(dailyValues(cell, n, chance)),
      b: float64Column(dailyValues(cell, n, chance)),
    }),
    { method: "pearson", ...options },
  )).frame().toRecords();
  return {
    p: alarms(row?.["p"] as Bound),
    "95 % interval": misses(row?.["low"] as Bound, 0, row?.["high"] as Bound),
  };
}

/** Promises of all public functions, by a permanent name. */
export const CLAIMS: Readonly<Record<string, Claim>> = {
  "two periods": {
    functions: ["series.compare", "plot.compare"],
    promises: { p: "p", "95 % interval": "interval" },
    cells: [...cellsOfGrid(["phi", "days", "ratio", "missing", "weekend"]), ...otherCells(28)],
    draw: (cell, chance) => compared(twoSides(cell, chance, (day) => day >= cell.days)),
  },
  "two conditions": {
    functions: ["series.compare", "plot.compare"],
    promises: { p: "p", "95 % interval": "interval" },
    cells: [
      ...cellsOfGrid(["phi", "days", "ratio", "missing", "weekend", "trend"]),
      ...otherCells(28),
    ],
    draw: (cell, chance) =>
      compared(
        twoSides(
          cell,
          chance,
          (day) => day > 0 && (day === 2 * cell.days - 1 || chance.next() < 0.5),
        ),
      ),
  },
  "two columns": {
    functions: ["series.correlate"],
    promises: { p: "p", "95 % interval": "interval" },
    cells: [...cellsOfGrid(["phi", "days", "missing"]), ...otherCells(28)],
    draw: (cell, chance) => correlated(cell, chance, {}),
  },
  "two columns with shared weekends and trend": {
    functions: ["series.correlate", "me.correlate", "me.influences", "me.report"],
    options: `partial: ["trend", "weekday"]`,
    promises: { p: "p", "95 % interval": "interval" },
    cells: [...cellsOfGrid(["phi", "days", "missing", "weekend", "trend"]), ...otherCells(28)],
    draw: (cell, chance) => correlated(cell, chance, { partial: ["trend", "weekday"] }),
  },
  "a table of columns": {
    functions: ["series.correlate", "me.correlate", "me.influences", "plot.matrix"],
    promises: { "any corrected p": "corrected" },
    cells: [...cellsAround(["phi", "days", "missing"]), ...otherCells(28)],
    draw: (cell, chance) => {
      const n = cell.days;
      const rows = correlate(toFrame({
        date: dateColumn(n),
        ...Object.fromEntries(
          Array.from("abcdef", (name) => [name, float64Column(dailyValues(cell, n, chance))]),
        ),
      })).toRecords();
      const known = rows.map((row) => row["p_adjusted"]).filter((p) => typeof p === "number");
      return { "any corrected p": known.length === 0 ? null : known.some((p) => p < 0.05) };
    },
  },
  "a line through time": {
    functions: ["series.trend", "me.trend"],
    promises: { p: "p", "95 % interval": "interval" },
    cells: [
      ...cellsOfGrid(["phi", "days", "missing", "weekend"]).filter(({ days }) => days >= 28),
      ...otherCells(28),
    ],
    draw: (cell, chance) => {
      const { p, slope_low, slope_high } = trend(
        toFrame({
          date: dateColumn(cell.days),
          y: float64Column(dailyValues(cell, cell.days, chance)),
        }),
      );
      return { p: alarms(p), "95 % interval": misses(slope_low, 0, slope_high) };
    },
  },
  "a change of level": {
    functions: ["series.changePoint", "me.changePoint"],
    options: "a change of 3 SD for the interval of its date",
    promises: { p: "corrected", "95 % interval of the date": "interval" },
    shortRecords: 15,
    cells: [
      ...cellsOfGrid(["phi", "days", "missing", "weekend"]).filter(({ days }) => days === 90),
      ...otherCells(90),
      UNDER_NOISE,
    ],
    draw: (cell, chance) => {
      const y = dailyValues(cell, cell.days, chance), date = dateColumn(cell.days);
      const at = Math.floor(cell.days * (0.2 + 0.6 * chance.next()));
      const found = (step: number) =>
        changePoint(toFrame({
          date,
          y: float64Column(y.map((own, day) => own + (day < at ? 0 : step))),
        }));
      const { date_low, date_high } = found(3);
      const dayOf = (text: string | null): Bound =>
        text === null ? null : Date.parse(text) * 1000 / DAY - START / DAY;
      return {
        p: alarms(found(0).p),
        "95 % interval of the date": misses(dayOf(date_low), at, dayOf(date_high)),
      };
    },
  },
  "changes of level": {
    functions: ["series.changePoints", "me.changePoints"],
    options: "a change of 4 SD for the interval of its date",
    promises: { "any change": "corrected", "95 % interval of a date": "interval" },
    shortRecords: 15,
    cells: [
      ...cellsOfGrid(["phi", "days", "missing", "weekend"]).filter(({ days }) => days === 90),
      ...otherCells(90),
      UNDER_NOISE,
    ],
    draw: (cell, chance) => {
      const y = dailyValues(cell, cell.days, chance), date = dateColumn(cell.days);
      const at = Math.floor(cell.days * (0.3 + 0.4 * chance.next()));
      const found = (step: number) =>
        changePoints(toFrame({
          date,
          y: float64Column(y.map((own, day) => own + (day < at ? 0 : step))),
        }));
      const { changes } = found(0), rows = found(4).frame.toRecords();
      const dayOf = (time: unknown): number => Number(time) * 1000 / DAY - START / DAY;
      return {
        "any change": changes === null ? null : changes > 0,
        "95 % interval of a date": rows.length === 2
          ? misses(dayOf(rows[1]!["time_low"]), at, dayOf(rows[1]!["time_high"]))
          : null,
      };
    },
  },
  "an interrupted series": {
    functions: ["series.interrupted", "me.interrupted"],
    promises: {
      "p of the level": "p",
      "p of the slope": "p",
      "95 % interval of the level": "interval",
      "95 % interval of the slope": "interval",
      "95 % interval of the level before": "interval",
    },
    cells: [
      ...cellsOfGrid(["phi", "days", "missing", "weekend"]).filter(({ days }) => days >= 28),
      ...otherCells(28),
    ],
    draw: (cell, chance) => {
      const n = 2 * cell.days, y = dailyValues(cell, n, chance);
      const found = interrupted(
        toFrame({ date: dateColumn(n), y: float64Column(y) }),
        { at: Temporal.PlainDate.from("2024-01-01").add({ days: cell.days }).toString() },
      );
      return {
        "p of the level": alarms(found.level_change_p),
        "p of the slope": alarms(found.slope_change_p),
        "95 % interval of the level": misses(found.level_change_low, 0, found.level_change_high),
        "95 % interval of the slope": misses(found.slope_change_low, 0, found.slope_change_high),
        "95 % interval of the level before": misses(
          found.level_before_low,
          0,
          found.level_before_high,
        ),
      };
    },
  },
  "days without episodes": {
    functions: ["series.unusual", "me.unusual"],
    promises: { "any episode": "corrected" },
    shortRecords: 15,
    cells: [
      ...cellsOfGrid(["phi", "days", "missing", "weekend", "trend"])
        .filter(({ days }) => days === 90),
      ...otherCells(90),
    ],
    draw: (cell, chance) => {
      const [a, b, c] = [0, 1, 2].map(() => float64Column(dailyValues(cell, cell.days, chance)));
      const { episodes } = unusual(
        toFrame({ date: dateColumn(cell.days), a: a!, b: b!, c: c! }),
      );
      return { "any episode": episodes === null ? null : episodes > 0 };
    },
  },
  "an experiment": {
    functions: ["experiment.judge"],
    promises: { p: "corrected", "95 % interval": "corrected" },
    cells: [
      ...cellsAround(["phi", "days", "ratio", "missing", "weekend", "trend"]),
      ...otherCells(28),
    ],
    draw: (cell, chance) => {
      const days = 2 * cell.days, seed = Math.floor(chance.next() * 2 ** 32);
      const planned = plan({
        conditions: ["a", "b"],
        outcome: "y",
        firstDay: "2024-01-01",
        days,
        seed,
      });
      const isB = (day: number): boolean => planned.order[Math.floor(day / planned.period)] === "b";
      const y = dailyValues(cell, days, chance)
        .map((own, day) => own * (isB(day) ? cell.ratio : 1));
      const found = judge(toFrame({ date: dateColumn(days), y: float64Column(y) }), planned);
      return {
        p: alarms(found.p),
        "95 % interval": misses(found.difference_low, 0, found.difference_high),
      };
    },
  },
  ...PAGE_CLAIMS,
  "a cosine": {
    functions: ["series.cosinor"],
    promises: {
      p: "p",
      "interval of the mesor": "interval",
      "interval of the amplitude": "interval",
      "interval of the acrophase": "interval",
    },
    cells: HOURLY_CELLS,
    draw: (cell, chance) => {
      const none = statisticsOf(cosinor(hourly(cell, chance, 0), { tz: "UTC" }));
      const some = statisticsOf(cosinor(hourly(cell, chance, 1), { tz: "UTC" }));
      const middle = some["acrophase"] ?? NaN;
      return {
        p: alarms(none["p"]),
        "interval of the mesor": misses(some["mesor_low"], 0, some["mesor_high"]),
        "interval of the amplitude": misses(some["amplitude_low"], 1, some["amplitude_high"]),
        "interval of the acrophase": misses(
          some["acrophase_low"],
          middle - (((middle - 15 + 36) % 24) - 12), // shortest distance to 15:00
          some["acrophase_high"],
        ),
      };
    },
  },
  "periods of a series": {
    functions: ["series.periodogram", "plot.periodogram"],
    promises: SEARCHED,
    cells: HOURLY_CELLS,
    draw: (cell, chance) => searched(periodogram(hourly(cell, chance, 0), { step: "12m" })),
  },
  "periods by chi-square": {
    functions: ["series.periodogram", "plot.periodogram"],
    options: `method: "chi-square"`,
    promises: SEARCHED,
    cells: HOURLY_CELLS,
    draw: (cell, chance) =>
      searched(periodogram(hourly(cell, chance, 0), { method: "chi-square", step: "1h" })),
  },
  "periods of events": {
    functions: ["series.periodogram", "plot.periodogram"],
    options: `method: "rayleigh", five random events a day`,
    promises: SEARCHED,
    cells: cellsAround(["days"]),
    draw: ({ days }, chance) => {
      const at = Array.from(
        { length: 5 * days },
        () => START + Math.floor(chance.next() * days * DAY),
      );
      const frame = toFrame({ time: instants(at.sort((a, b) => a - b)) });
      return searched(periodogram(frame, { method: "rayleigh", step: "12m" }));
    },
  },
  "a series around events": {
    functions: ["series.around", "plot.around"],
    promises: { "95 % interval of the mean": "interval" },
    cells: cellsAround(["phi", "days", "missing", "weekend", "trend"]),
    draw: (cell, chance) => {
      const own = dailyValues(cell, cell.days, chance);
      const days = Array.from(own.keys()).filter((day) => !Number.isNaN(own[day]!));
      const at = days.map((day) => START + day * DAY);
      const [row] = around(
        toFrame({
          time: instants(at),
          y: float64Column(Float64Array.from(days, (day) => own[day]!)),
        }),
        toFrame({ time: instants(at) }),
        { before: "0m", after: "1h", every: "1h" },
      ).toRecords();
      return {
        "95 % interval of the mean": misses(row?.["low"] as Bound, 0, row?.["high"] as Bound),
      };
    },
  },
  "the mean of days": {
    functions: ["plot.dayProfile"],
    options: `average: "mean"`,
    promises: { "95 % band of the mean": "interval" },
    cells: cellsAround(["phi", "days", "missing", "weekend", "trend"]),
    draw: (cell, chance) => {
      const own = dailyValues(cell, cell.days, chance),
        slot = own.map((y) => Number.isNaN(y) ? -1 : 0);
      const days = { value: own, slot: Int32Array.from(slot), perDay: 1 };
      const [, noon] = daySlots(days, 1440, { average: "mean", band: 0.95 });
      const isKnown = !Number.isNaN(noon!.low);
      return {
        "95 % band of the mean": isKnown ? misses(noon!.low, 0, noon!.high) : null,
      };
    },
  },
  "a line through days": {
    functions: ["plot.scatter"],
    options: "rows with times",
    promises: { "95 % band of the line": "interval" },
    cells: cellsAround(["phi", "days", "missing"]),
    draw: (cell, chance) => {
      const x = dailyValues(cell, cell.days, chance);
      const noise = dailyValues({ ...cell, missing: 0 }, cell.days, chance);
      const at = Int32Array.from(x.keys()).filter((day) => !Number.isNaN(x[day]!));
      const known = Float64Array.from(at, (day) => x[day]!);
      const fit = scatterFit(known, Float64Array.from(at, (day) => x[day]! + noise[day]!), at);
      const one = known.reduce((most, value) => Math.max(most, value)) / 2;
      const middle = fit.intercept + fit.slope * one, half = fit.half?.(one);
      return {
        "95 % band of the line": half === undefined
          ? null
          : misses(middle - half, one, middle + half),
      };
    },
  },
  "two devices": {
    functions: ["sleep.blandAltman", "plot.agreement"],
    promises: { "95 % interval of the bias": "interval" },
    cells: cellsAround(["phi", "days", "missing"]),
    draw: (cell, chance) => {
      const known = dailyValues(cell, cell.days, chance);
      const found = statisticsOf(blandAltman(
        toFrame({ a: float64Column(new Float64Array(cell.days)), b: float64Column(known) }),
        { reference: "a", other: "b" },
      ));
      return {
        "95 % interval of the bias": misses(found["bias_low"], 0, found["bias_high"]),
      };
    },
  },
  ...STUDY_CLAIMS,
};
