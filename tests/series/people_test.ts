import { assertEquals, assertThrows } from "@std/assert";
import * as series from "../../src/series/mod.ts";

const HOUR = 3_600_000, START = Date.UTC(2025, 0, 1);

/** Ninety days by the hour, and the same days of somebody else. */
const rows = (...users: readonly string[]) =>
  users.flatMap((user, person) =>
    Array.from({ length: 90 * 24 }, (_, hour) => ({
      user,
      time: new Date(START + hour * HOUR),
      value: 60 + 20 * person + 8 * Math.sin(hour / 24 * 2 * Math.PI) + hour * 37 % 11,
    }))
  );
const days = (...users: readonly string[]) => rows(...users).filter((_, hour) => hour % 24 === 0);

type Rows = ReturnType<typeof rows>;
type By = { by?: readonly string[] };

const MEAN = { aggregate: { value: "mean" } } as const;

/** Verbs that read one person's rows, unless they are told otherwise. */
const VERBS: Readonly<Record<string, (frame: Rows, by: By) => unknown>> = {
  align: (frame, by) =>
    series.align({ frame }, {
      every: "1d",
      tz: "UTC",
      aggregate: { frame: MEAN.aggregate },
      ...by,
    }),
  around: (frame, by) =>
    series.around(frame, ["A", "B"].map((user) => ({ user, time: new Date(START + 72 * HOUR) })), {
      before: "6h",
      after: "6h",
      every: "1h",
      ...by,
    }),
  changePoint: (frame, by) => series.changePoint(frame, { tz: "UTC", ...by }),
  changePoints: (frame, by) => series.changePoints(frame, { tz: "UTC", ...by }),
  cosinor: (frame, by) => series.cosinor(frame, { tz: "UTC", ...by }),
  decompose: (frame, by) => series.decompose(frame, { tz: "UTC", ...by }),
  extendedCosinor: (frame, by) => series.extendedCosinor(frame, { tz: "UTC", ...by }),
  fluctuations: (frame, by) => series.fluctuations(frame, by),
  fragmentation: (frame, by) => series.fragmentation(frame, { threshold: 65, ...by }),
  fromSamples: (frame, by) =>
    series.fromSamples(
      frame.map(({ time, ...row }) => ({ ...row, start_time: time, end_time: time })),
      "2025-01",
      { kind: "discrete", every: "1d", tz: "UTC", ...by },
    ),
  intensityGradient: (frame, by) => series.intensityGradient(frame, by),
  interrupted: (frame, by) => series.interrupted(frame, { at: "2025-02-15", tz: "UTC", ...by }),
  light: (frame, by) => series.light(frame, { tz: "UTC", ...by }),
  periodogram: (frame, by) => series.periodogram(frame, { tz: "UTC", ...by }),
  resample: (frame, by) => series.resample(frame, { every: "1d", tz: "UTC", ...MEAN, ...by }),
  restingRate: (frame, by) => series.restingRate(frame, { tz: "UTC", ...by }),
  rhythm: (frame, by) => series.rhythm(frame, { tz: "UTC", ...by }),
  rolling: (frame, by) => series.rolling(frame, { window: "7d", tz: "UTC", ...MEAN, ...by }),
  trend: (frame, by) => series.trend(frame, { tz: "UTC", ...by }),
};

for (const [name, verb] of Object.entries(VERBS)) {
  const some = /trend|change|decompose|interrupted|align/.test(name) ? days : rows;
  Deno.test(`${name}() does not mistake the rows of two people for one person's`, () => {
    assertThrows(() => verb(some("A", "B"), {}), RangeError, 'column "user" has 2 values');
    verb(some("A"), {});
    verb(some("A", "B"), { by: ["user"] });
    verb(some("A", "B"), { by: [] });
  });
}

Deno.test("verbs without by do not mistake them either", () => {
  for (const verb of [series.unusual, series.effort]) {
    assertThrows(() => verb(days("A", "B"), { tz: "UTC" }), RangeError, 'column "user" has 2');
    verb(days("A"), { tz: "UTC" });
  }
  const streaks = (frame: Rows) => series.streaks(frame, { atLeast: 60, tz: "UTC" });
  assertThrows(() => streaks(days("A", "B")), RangeError, "such as A and B; pass the rows of one");
  assertEquals(streaks(days("A")).days, 90);
});

Deno.test("columns of people are found in the usual spellings", () => {
  const named = (name: string) =>
    days("A", "B").map(({ user, ...row }) => ({ ...row, [name]: user }));
  const people = ["User ID", "participant_id", "participantId", "SUBJECT", "patient", "svc_userid"];
  for (const name of people) {
    assertThrows(() => series.trend(named(name), { tz: "UTC" }), RangeError, "has 2 values");
  }
  for (const name of ["subjective", "users", "device"]) series.trend(named(name), { tz: "UTC" });
});
