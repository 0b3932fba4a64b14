import { assert, assertEquals } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { mixed } from "../../src/series/mixed.ts";
import { aggregate } from "../../src/sleep/aggregate.ts";
import { agreement } from "../../src/sleep/agreement.ts";
import { blandAltman } from "../../src/sleep/blandAltman.ts";
import { calibrate } from "../../src/sleep/calibrate.ts";
import { consensus } from "../../src/sleep/consensus.ts";
import { cycles } from "../../src/sleep/cycles.ts";
import { hypnodensity } from "../../src/sleep/hypnodensity.ts";
import { limitsOfAgreement } from "../../src/sleep/limitsOfAgreement.ts";
import { merge } from "../../src/sleep/merge.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { nremCycles } from "../../src/sleep/nremCycles.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { softAgreement } from "../../src/sleep/softAgreement.ts";
import { timing } from "../../src/sleep/timing.ts";
import { transitions } from "../../src/sleep/transitions.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { randomFrom } from "./lives.ts";

/** Minutes and stages of one night, with time in bed below them. */
const NIGHT = [[12, 2], [60, 3], [45, 4], [90, 3], [31, 5], [7, 2], [140, 3], [55, 5]] as const;
const LENGTH = NIGHT.reduce((sum, [minutes]) => sum + minutes, 0);

function nightFrom(evening: string, tz: string) {
  let at = Temporal.PlainDateTime.from(evening).toZonedDateTime(tz).toInstant();
  const bed = { start_time: at.toString(), end_time: at.add({ minutes: LENGTH }).toString() };
  const stages = NIGHT.map(([minutes, sleep_stage]) => {
    const start_time = at.toString();
    at = at.add({ minutes });
    return { start_time, end_time: at.toString(), sleep_stage };
  });
  return [{ ...bed, sleep_stage: 0 }, ...stages];
}

/** Columns of `sleep.sessions` with lengths in minutes. */
const LENGTHS: ReadonlySet<string> = new Set(["duration", "asleep", "in_bed_stage"]);

/** Returns all durations of a frame by row, without times of day and dates. */
const durations = (frame: Frame): unknown[] =>
  toRows(columnsOf(frame)).map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, value]) =>
        name.endsWith("_ms") || LENGTHS.has(name) || name === "sleep_stage" || Array.isArray(value)
      ).map(([name, value]) => [
        name,
        Array.isArray(value)
          ? value.map((item) => item.duration_ms ?? item.total_time_in_stage_ms)
          : value,
      ]),
    )
  );

/** Returns the time in each stage over all days; the night is cut at midnight. */
function cutSums(frame: Frame): Map<unknown, number> {
  const sums = new Map<unknown, number>();
  for (const { value, sum_ms } of toRows(columnsOf(frame))) {
    sums.set(value, (sums.get(value) ?? 0) + (sum_ms as number));
  }
  return sums;
}

const lengths = ({ frame }: { readonly frame: Frame }): unknown[] =>
  toRows(columnsOf(frame)).filter(({ name }) => /^SD[wf]$/.test(name as string))
    .map(({ value }) => value);

const CHANGES: readonly (readonly [tz: string, usual: string, changed: readonly string[]])[] = [
  ["Europe/Berlin", "2024-01-20T22:30", ["2024-03-30T22:30", "2024-10-26T22:30"]],
  ["Australia/Lord_Howe", "2024-01-20T22:30", ["2024-04-06T22:30", "2024-10-05T22:30"]],
  ["America/Sao_Paulo", "2018-09-15T22:30", ["2018-11-03T22:30", "2019-02-16T22:30"]],
  ["Pacific/Apia", "2011-11-12T22:30", ["2011-12-29T22:30"]],
];

for (const [tz, usual, changed] of CHANGES) {
  Deno.test(`a night across a daylight saving change in ${tz} has the same lengths as any other`, () => {
    const plain = nightFrom(usual, tz);
    for (const evening of changed) {
      const night = nightFrom(evening, tz);
      assertEquals(durations(merge(night)), durations(merge(plain)));
      assertEquals(
        durations(merge(night, { inBed: "layer" })),
        durations(merge(plain, { inBed: "layer" })),
      );
      assertEquals(durations(cycles(night)), durations(cycles(plain)));
      assertEquals(durations(sessions(night, { tz })), durations(sessions(plain, { tz })));
      for (const mode of ["split", "start", "end"] as const) {
        assertEquals(
          cutSums(aggregate(night, { tz, mode })),
          cutSums(aggregate(plain, { tz, mode })),
        );
      }
      assertEquals(lengths(timing(night, { tz })), lengths(timing(plain, { tz })));
    }
  });
}

/** Epochs of three scorers of one night, half of them alike, a few not scored. */
const SCORERS = (() => {
  const random = randomFrom(7), stage = (): number => 1 + Math.floor(5 * random());
  const epochs = Array.from({ length: 900 }, () => {
    const usual = stage();
    return ["a", "b", "c"].map(() => random() < 0.03 ? null : random() < 0.5 ? usual : stage());
  });
  return ["a", "b", "c"].map((source, i) => ({ source, codes: epochs.map((one) => one[i]!) }));
})();

const scorersFrom = (evening: string, tz: string) => {
  const start = Temporal.PlainDateTime.from(evening).toZonedDateTime(tz).toInstant();
  return SCORERS.flatMap(({ source, codes }) =>
    codes.flatMap((sleep_stage, i) =>
      sleep_stage === null ? [] : [{
        source,
        sleep_stage,
        start_time: start.add({ seconds: 30 * i }).toString(),
        end_time: start.add({ seconds: 30 * (i + 1) }).toString(),
      }]
    )
  );
};

const withoutNight = ({ night: _, ...row }: Record<string, unknown>) => row;

/** Returns rows with their times in seconds from the start of the first. */
const fromStart = (frame: Frame): Record<string, unknown>[] => {
  const rows = toRows(columnsOf(frame)), first = rows[0]?.["start_time"] as bigint | undefined;
  return rows.map(({ start_time, end_time, ...rest }) => ({
    ...rest,
    ...first !== undefined && {
      from: Number((start_time as bigint) - first) / 1e6,
      to: Number((end_time as bigint) - first) / 1e6,
    },
  }));
};

for (const [tz, usual, changed] of CHANGES) {
  Deno.test(`scorers of a night across a daylight saving change in ${tz} agree as in any other night`, () => {
    const results = (evening: string, zone: string) => {
      const rows = scorersFrom(evening, zone),
        of = (name: string) => rows.filter(({ source }) => source === name);
      return [
        fromStart(consensus(rows, { probability: true })),
        toRows(columnsOf(softAgreement(rows))),
        fromStart(hypnodensity(rows)),
        toRows(columnsOf(transitions(of("a")))),
        toRows(columnsOf(agreement(of("a"), of("b")).frame)),
        fromStart(nremCycles(of("a"), { tz: zone, shortestNrem: "PT1M" })).map(withoutNight),
      ];
    };
    const plain = results(usual, "UTC");
    assert(plain.every(({ length }) => length > 2), "each verb finds something");
    for (const evening of changed) assertEquals(results(evening, tz), plain);
  });
}

/** Minutes asleep of 70 nights by a laboratory and by a watch; one of nine has no watch. */
const STUDY = (() => {
  const random = randomFrom(11);
  return Array.from({ length: 70 }, (_, night) => {
    const lab = 380 + Math.round(80 * random());
    return { lab, watch: night % 9 === 4 ? null : Math.round(0.8 * lab + 50 + 20 * random()) };
  });
})();

/** Returns the minutes of each night as `sleep.nightly` counts them in a zone, by wake-up date. */
function countedNights(monday: string, tz: string) {
  const rows = STUDY.flatMap(({ lab, watch }, night) =>
    Object.entries({ lab, watch }).flatMap(([device, minutes]) => {
      if (minutes === null) return [];
      const start = Temporal.PlainDate.from(monday).add({ days: night - 1 })
        .toZonedDateTime({ timeZone: tz, plainTime: "22:30" }).toInstant();
      const end_time = start.add({ minutes }).toString();
      return [{ device, start_time: start.toString(), end_time, sleep_stage: 3 }];
    })
  );
  const counted = toRows(columnsOf(nightly(rows, { tz, by: "device", statistics: ["TST"] })));
  const minutesOf = (device: string, date: string): number | null =>
    counted.find((row) => row["device"] === device && String(row["night"]) === date)
      ?.["TST"] as number | undefined ?? null;
  return STUDY.map((_, night) => {
    const date = Temporal.PlainDate.from(monday).add({ days: night }).toString();
    return { date, lab: minutesOf("lab", date), watch: minutesOf("watch", date) };
  });
}

Deno.test("tables of nights across both daylight saving changes have the statistics of the minutes slept", () => {
  const tz = "Europe/Berlin", pair = { reference: "lab", other: "watch" } as const;
  for (const monday of ["2025-03-03", "2025-10-06"]) {
    const dated = STUDY.map((row, night) => ({
      date: Temporal.PlainDate.from(monday).add({ days: night }).toString(),
      ...row,
    }));
    const counted = countedNights(monday, tz);
    assertEquals(counted, dated);
    const results = (rows: typeof counted) => {
      const people = rows.map((row, i) => ({ ...row, night: i >> 2, user: i % 4 }));
      return [
        limitsOfAgreement(rows, { ...pair, resamples: 200 }),
        blandAltman(rows, pair),
        mixed(people, { y: "watch", x: "night", person: "user" }),
      ].map(({ frame }) => toRows(columnsOf(frame))).concat([
        toRows(columnsOf(calibrate(rows, rows, pair))).map(({ watch_calibrated }) => ({
          watch_calibrated,
        })),
      ]);
    };
    const plain = STUDY.map((row) => ({ date: "", ...row }));
    assertEquals(results(counted), results(plain));
  }
});
