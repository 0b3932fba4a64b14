import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { fromActivity, type FromActivityOptions } from "../../src/sleep/fromActivity.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { armAngles } from "../../src/sleep/scoring/armAngles.ts";
import { rowsOf } from "./hypnograms.ts";

/** Ten minutes of raw acceleration that is the same in every language; undefined in gaps. */
function acceleration(rate: number, gaps: readonly (readonly [from: number, to: number])[] = []) {
  return Array.from({ length: 600 * rate }, (_, i) => {
    const noise = (k: number) =>
      ((i * 7919 + (i % 9973) * (i % 9931) * k) % 1000003) / 1000003 - 0.5;
    const angle = ((Math.floor(i / rate / 47) * 37) % 140 - 70) * Math.PI / 180;
    const isKnown = !gaps.some(([from, to]) => i >= from && i < to);
    const axes = {
      x: 0.8 * Math.cos(angle) + 0.4 * noise(3) + (i % 97 === 0 ? 2 : 0),
      y: 0.6 * Math.cos(angle) + 0.4 * noise(5),
      z: Math.sin(angle) + 0.4 * noise(7),
    };
    return { at: Math.round(i * 1e6 / rate), ...axes, isKnown };
  });
}

/** Returns the angles of epochs by their index. */
function anglesOf(samples: ReturnType<typeof acceleration>): Map<number, number> {
  const known = samples.filter(({ isKnown }) => isKnown);
  const span = { first: 0, last: samples.at(-1)!.at };
  const axis = (name: "x" | "y" | "z") => ({
    ...{ name, zone: "UTC", span, step: samples[1]!.at },
    at: Float64Array.from(known, ({ at }) => at),
    value: Float64Array.from(known, (sample) => sample[name]),
  });
  const { at, value, step } = armAngles([axis("x"), axis("y"), axis("z")], "test");
  assertEquals(step, 5e6);
  return new Map(Array.from(at, (start, i) => [start / 5e6, value[i]!]));
}

const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);

// wadpac/GGIR, commit 388064b707df4fcfb7f9b755c5a43a477d371092, R/g.applymetrics.R unaltered with
// zoo 1.8-11: g.applymetrics(data, sf, 5, list(do.anglez = TRUE, ...))$angle_z of acceleration(sf),
// its epochs 11, 20, 57 and 100, and the sum of the epochs 2 to 119.
const GGIR = [
  [10, [-32.7965310043, 2.9269624143, -2.9672271304, 19.9643617338], -941.3460448213],
  [25, [-32.7214882567, 3.8876215705, -2.9398396357, 19.9478754511], -946.0119906801],
  [30, [-33.2351321382, 2.8245736163, -2.6311337104, 20.277552851], -944.6319179295],
  [100, [-33.7151496292, 3.0875965544, -3.1142032679, 20.0402840446], -950.8836947909],
] as const;

Deno.test("the angle of the arm agrees with GGIR, at 10 to 100 samples per second", () => {
  for (const [rate, some, total] of GGIR) {
    const angles = anglesOf(acceleration(rate));
    assertEquals(angles.size, 120);
    [10, 19, 56, 99].forEach((epoch, i) => assertAlmostEquals(angles.get(epoch)!, some[i]!, 1e-9));
    const inner = [...angles].filter(([epoch]) => epoch > 0 && epoch < 119);
    assertAlmostEquals(sum(inner.map(([, angle]) => angle)), total, 1e-8);
  }
});

Deno.test("the angle of the arm leaves out gaps, like rolling medians in numpy", () => {
  // numpy 2: nanmedian of windows of 51 samples, nanmean of each 5 seconds with half of its samples
  const angles = anglesOf(acceleration(10, [[1000, 1030], [2000, 2300]]));
  for (
    const [epoch, expected] of [
      [0, -79.6534191212],
      [19, 3.5270302773],
      [39, -62.2209971094],
      [46, -58.031736119],
      [119, -47.0307313614],
    ] as const
  ) assertAlmostEquals(angles.get(epoch)!, expected, 1e-9, `epoch ${epoch}`);
  const missing = Array.from({ length: 120 }, (_, epoch) => epoch).filter((one) =>
    !angles.has(one)
  );
  assertEquals(missing, [20, 40, 41, 42, 43, 44, 45]);
  assertAlmostEquals(sum(angles.values()), -699.98203921, 1e-7);
});

/** A day from noon to noon, once per second; asleep, the arm turns every ten minutes. */
const day = (start: number, [from, to]: readonly [number, number]) =>
  Array.from({ length: 86_400 }, (_, i) => {
    const isAsleep = i >= from * 3600 && i < to * 3600;
    const angle = isAsleep
      ? ((Math.floor(i / 600) * 37) % 120 - 60) * Math.PI / 180
      : ((i * 7919) % 3001 / 3001 - 0.5) * 2.8 * Math.cos(Math.floor(i / 11));
    const time = new Date(start + i * 1000);
    return { time, x: Math.cos(angle), y: 0, z: Math.sin(angle) };
  });

Deno.test("fromActivity() finds the sleep in raw axes, of several people and across both clock changes", () => {
  const tz = "Europe/Berlin";
  for (const noon of [Date.UTC(2024, 2, 30, 11), Date.UTC(2024, 9, 26, 10)]) {
    const people = [["a", [10, 18]], ["b", [12, 17.5]]] as const;
    const rows = people.flatMap(([user, asleep]) =>
      day(noon, asleep).map((row) => ({ ...row, user }))
    );
    for (const algorithm of ["hdcza", "van-hees"] as const) {
      const stages = fromActivity(rows, { algorithm, axes: ["x", "y", "z"], by: "user", tz });
      const nights = rowsOf(sessions(stages, { tz, by: "user" }));
      people.forEach(([user, [from, to]]) => {
        const own = nights.filter((night) => night["user"] === user);
        assertEquals(own.length, 1);
        const hours = ["start_time", "end_time"].map((name) =>
          (Date.parse(String(own[0]![name]).replace(/\[.*/, "")) - noon) / 3_600_000
        );
        assertAlmostEquals(hours[0]!, from, 0.02, `${algorithm} of ${user}`);
        assertAlmostEquals(hours[1]!, to, 0.02);
      });
    }
  }
});

Deno.test("fromActivity() rejects axes that are too slow, too few, or meant for other algorithms", () => {
  const rows = day(Date.UTC(2024, 0, 1, 12), [10, 18]).slice(0, 900);
  const refused = (options: object, message: string, error = RangeError, given = rows) =>
    assertThrows(
      () =>
        fromActivity(given, { tz: "UTC", algorithm: "hdcza", ...options } as FromActivityOptions),
      error,
      message,
    );
  const axes = ["x", "y", "z"];
  refused({ axes: ["x", "y"] }, "Pass the names of three columns");
  refused({ axes: "z" }, "Pass the names of three columns");
  refused({ axes, y: "z" }, "axes is given together with y");
  refused({ axes, algorithm: "sadeh" }, "sadeh does not use axes");
  const slow = rows.filter((_, i) => i % 30 === 0);
  refused({ axes }, "samples of the axes are 30 s apart", RangeError, slow);
  refused({ axes: ["x", "y", "w"] }, "w", TypeError as never);
  assert(fromActivity(rows.slice(0, 1), { tz: "UTC", algorithm: "hdcza", axes: ["x", "y", "z"] }));
});
