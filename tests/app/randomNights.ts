import fc from "fast-check";
import type { Me } from "../../src/app/me.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { handMade } from "./handMade.ts";

/** Sleep between two records without a gap: minutes of consecutive stages. */
export interface Night {
  /** Local wake-up date. */
  readonly date: string;
  readonly parts: readonly { readonly from: number; readonly to: number; readonly stage: number }[];
}

/** Steps per hour. */
export interface Steps {
  readonly date: string;
  readonly from: number;
  readonly value: number;
}

export interface Life {
  readonly tz: string;
  readonly nights: readonly Night[];
  readonly steps: readonly Steps[];
  readonly now: string;
  /** Local dates from the first to the second, which is exclusive. */
  readonly range: { readonly first: string; readonly end: string };
}

const DAYS = 9, FIRST = Temporal.PlainDate.from("2024-03-26"), HOUR = 3_600_000;

export const lives: fc.Arbitrary<Life> = fc.record({
  tz: fc.constantFrom("Europe/Berlin", "Australia/Lord_Howe"),
  nights: fc.array(
    fc.option(fc.record({
      late: fc.integer({ min: 0, max: 120 }),
      // A sleep of at least 180 minutes is a main sleep.
      parts: fc.array(fc.tuple(fc.constantFrom(1, 2, 3, 4, 5), fc.integer({ min: 10, max: 60 })), {
        minLength: 1,
        maxLength: 5,
      }),
    })),
    { minLength: DAYS, maxLength: DAYS },
  ),
  steps: fc.array(fc.array(fc.tuple(fc.integer({ min: 7, max: 20 }), fc.nat(2000))), {
    minLength: DAYS,
    maxLength: DAYS,
  }),
  first: fc.integer({ min: 0, max: 6 }),
  length: fc.integer({ min: 1, max: 8 }),
}).map(({ tz, nights, steps, first, length }): Life => {
  const dateOf = (day: number): string => FIRST.add({ days: day }).toString();
  const last = FIRST.add({ days: DAYS - 1 }).toZonedDateTime({ timeZone: tz, plainTime: "10:00" });
  return {
    tz,
    nights: nights.flatMap((night, day) => {
      if (night === null) return [];
      const evening = FIRST.add({ days: day - 1 }).toZonedDateTime({
        timeZone: tz,
        plainTime: "22:00",
      });
      let at = evening.epochMilliseconds + night.late * 60_000;
      const parts = [[3, 190] as const, ...night.parts].map(([stage, minutes]) => {
        const from = at;
        return { from, to: at += minutes * 60_000, stage };
      });
      return [{ date: dateOf(day), parts }];
    }),
    steps: steps.flatMap((hours, day) =>
      [...new Map(hours)].map(([hour, value]) => {
        const date = FIRST.add({ days: day });
        const plainTime = Temporal.PlainTime.from({ hour });
        const from = date.toZonedDateTime({ timeZone: tz, plainTime }).epochMilliseconds;
        return { date: `${date}`, from, value };
      })
    ).filter(({ from }) => from + HOUR <= last.epochMilliseconds),
    now: last.toString({ timeZoneName: "never" }),
    range: { first: dateOf(first), end: dateOf(Math.min(DAYS, first + length)) },
  };
});

const instant = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString();
const source = { name: "Watch", sourceBundleIdentifier: "com.example.watch" };

export function held({ tz, nights, steps, now }: Life): Promise<Me & AsyncDisposable> {
  return handMade({
    tz,
    now,
    records: {
      SleepStage: nights.flatMap(({ parts }) =>
        parts.map(({ from, to, stage }) => ({
          start_time: instant(from),
          end_time: instant(to),
          value: stage,
          source,
        }))
      ),
      StepCount: steps.map(({ from, value }) => ({
        start_time: instant(from),
        end_time: instant(from + HOUR),
        value,
        source,
      })),
    },
  });
}

export const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));
export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b), half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
};
export const minutes = ({ parts }: Night, stages: readonly number[]): number =>
  sum(parts.filter(({ stage }) => stages.includes(stage)).map(({ from, to }) => to - from)) /
  60_000;
export const asleep = (night: Night): number => minutes(night, [1, 3, 4, 5]);

export const datesOf = ({ range }: Life): string[] => {
  const first = Temporal.PlainDate.from(range.first);
  const { days } = first.until(range.end, { largestUnit: "days" });
  return Array.from({ length: days }, (_, i) => first.add({ days: i }).toString());
};

export const ofDate = ({ nights }: Life, date: unknown): Night | undefined =>
  nights.find((night) => night.date === date);

/** Returns the steps of a day; `null` if it has none. */
export function stepsOf({ steps }: Life, date: string): number | null {
  const own = steps.filter((one) => one.date === date);
  return own.length === 0 ? null : sum(own.map(({ value }) => value));
}
