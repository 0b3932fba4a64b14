/**
 * Measures the CPU time of our functions and of the programs of the comparisons, on the same data:
 * `deno task dev bench:live --folder DIR [--update] [names]`. DIR keeps the Python environments of
 * `test:live`, names are words of the rows to measure, and `--update` writes the table of
 * docs/comparisons.md. Each time is the least of five calls, made one after the other.
 * @module
 */
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pl from "nodejs-polars";
import { series, sleep } from "../../mod.ts";
import { activity } from "../series/activityRecords.ts";
import { madeCounts } from "../series/madeCounts.ts";
import { rowsOf, scored } from "../sleep/hypnograms.ts";
import { askPython } from "./askPython.ts";

const START = Date.UTC(2024, 0, 1), MINUTE = 60_000, WEEK = 7 * 1440;
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const frameOf = (values: readonly number[], step = MINUTE) =>
  pl.DataFrame({ time: values.map((_, i) => new Date(START + i * step)), value: values });

const counts = [...madeCounts(WEEK)], months = [...madeCounts(8 * WEEK)];
const lux = Array.from({ length: 4 * 1440 }, (_, i) => i % 1440 > 420 ? activity(i) : 0);
const rates = Array.from({ length: WEEK }, (_, i) => 60 + activity(i) / 20);
const asleep = Array.from({ length: 6 }, (_, day) => [day * 1440 + 1380, day * 1440 + 1800]);
const angles = Array.from(
  { length: 3 * 17_280 },
  (_, i) => i % 17_280 < 5760 ? Math.floor(i / 480) * 20 % 90 : (i * 37) % 160 - 80,
);
const pairs = Array.from({ length: 100 }, (_, i) => ({
  reference: 50 + activity(i * 977) / 3,
  device: 45 + activity(i * 977) / 4 + activity(i * 131) / 9,
}));
const nights = Array.from(
  { length: 20 },
  (_, person) =>
    [0, 1].map((side) =>
      Array.from({ length: 960 }, (_, i) => Math.floor((i + 3 * side + person) / 23) * 7 % 5)
    ),
);
const days = Array.from({ length: 730 }, (_, i) => activity(i * 77) / 40 + (i > 400 ? 6 : 0));
const people = Array.from({ length: 60 }, (_, person) =>
  Array.from({ length: 10 }, (_, x) => ({
    person,
    x,
    y: 250 + person % 7 * 13 + x * (6 + person % 5) + activity(person * 131 + x * 17) / 15,
  }))).flat();
const beats = Array.from({ length: 30_000 }, (_, i) => 800 + activity(i * 53) / 4);
const curve = Array.from(
  { length: WEEK / 10 },
  (_, i) =>
    20 + 100 / (1 + Math.exp(-6 * (Math.cos((i / 6 - 15) * Math.PI / 12) + 0.3))) +
    activity(i * 7) / 10,
);

/** A function of this project and one of speed.py that computes the same. */
interface Raced {
  readonly ours: string;
  readonly theirs: string;
  readonly of: string;
  readonly isCompiled: boolean;
  readonly run: () => unknown;
}
const raced = (
  ours: string,
  theirs: string,
  of: string,
  isCompiled: boolean,
  run: () => unknown,
): Raced => ({ ours, theirs, of, isCompiled, run });

const week = frameOf(counts), weeks = frameOf(months), tz = "UTC";
const scoredBy = (algorithm: "sadeh" | "scripps" | "roenneberg" | "crespo") =>
  raced(
    `sleep.fromActivity, "${algorithm}"`,
    "pyActigraphy",
    "a week of minutes",
    algorithm === "crespo", // medians of pandas, closing and opening of scipy
    () => sleep.fromActivity(week, { algorithm, tz, wake: "all" }),
  );
const side = (which: 0 | 1) =>
  nights.flatMap((both, person) =>
    rowsOf(scored(both[which]!.join(""))).map((row) => ({ ...row, user: `p${person}` }))
  );
const [lab, watch] = [side(0), side(1)], night = scored(nights[0]![0]!.join(""));
const people20 = pl.DataFrame(lab);
const LEVELS = { penalty: 30, partial: [], minLength: 5, dependent: false, tz } as const;
const inEpochs = (frame: pl.DataFrame, by: { readonly by?: string }) => [
  sleep.toEpochs(frame, { ...by, epoch: "15s", tz }),
  sleep.toEpochs(frame, { ...by, end_time: "2024-01-02T04:00Z", tz }),
  sleep.toEpochs(frame, { ...by, end_time: "2024-01-02T08:00Z", tz }),
];
const daily = pl.DataFrame({
  time: days.map((_, i) => new Date(START + i * 1440 * MINUTE)),
  value: days,
});
const measurements = pl.DataFrame({
  person: people.map(({ person }) => person),
  x: people.map(({ x }) => x),
  y: people.map(({ y }) => y),
});
let at = START;
const intervals = pl.DataFrame({
  time: beats.map((one) => new Date(at += Math.round(one))),
  interval: beats,
});
const armAngles = pl.DataFrame({
  time: angles.map((_, i) => new Date(START + i * 5000)),
  angle: angles,
});
const [rateFrame, luxFrame, curveFrame] = [
  frameOf(rates),
  frameOf(lux),
  frameOf(curve, 10 * MINUTE),
];
const sessions = asleep.map(([from, to]) => ({
  start_time: new Date(START + from! * MINUTE),
  end_time: new Date(START + to! * MINUTE),
}));

const SCIENCE: Readonly<Record<string, Raced>> = {
  choi: raced(
    'series.withoutNonWear, "choi"',
    "skdh",
    "eight weeks of minutes",
    true,
    () => series.withoutNonWear(weeks, { method: "choi" }),
  ),
  nights: raced(
    'sleep.fromActivity, "hdcza"',
    "skdh",
    "three days by 5 s",
    true,
    () => sleep.fromActivity(armAngles, { algorithm: "hdcza", y: "angle", tz }),
  ),
  gradient: raced(
    "series.intensityGradient",
    "skdh",
    "eight weeks of minutes",
    true,
    () => series.intensityGradient(weeks),
  ),
  bouts: raced(
    "series.fragmentation",
    "skdh",
    "eight weeks of minutes",
    true,
    () => series.fragmentation(weeks),
  ),
  fluctuations: raced(
    "series.fluctuations",
    "skdh",
    "a week of minutes",
    true,
    () => series.fluctuations(week),
  ),
  limits: raced(
    "sleep.limitsOfAgreement",
    "yasa",
    "100 pairs",
    false,
    () =>
      sleep.limitsOfAgreement(pairs, { reference: "reference", other: "device", interval: "t" }),
  ),
  validate: raced(
    "sleep.validate",
    "yasa",
    "20 nights of 960 epochs, 100 resamples",
    false,
    () => sleep.validate(lab, watch, { by: "user", stages: "aasm", resamples: 100, tz }),
  ),
  epochs: raced(
    "sleep.toEpochs",
    "yasa",
    "a night upsampled, cropped, padded",
    false,
    () => inEpochs(night, {}),
  ),
  people_epochs: raced(
    'sleep.toEpochs, by: "user"',
    "yasa",
    "nights of 20 people upsampled, cropped, padded",
    false,
    () => inEpochs(people20, { by: "user" }),
  ),
  levels: raced(
    "series.changePoints, penalty, dependent: false",
    "ruptures",
    "730 days",
    false,
    () => series.changePoints(daily, LEVELS),
  ),
  decomposed: raced(
    "series.decompose, robust",
    "statsmodels",
    "730 days",
    true,
    () => series.decompose(daily, { robust: true, seasonalSpan: 7, tz }),
  ),
  mixed: raced(
    'series.mixed, "slope"',
    "statsmodels",
    "60 people, 600 rows",
    false,
    () => series.mixed(measurements, { y: "y", x: "x", person: "person", random: "slope" }),
  ),
  hrv: raced(
    "series.hrv",
    "pandas and scipy",
    "30,000 beats, and bands by 5 min",
    true,
    () => series.hrv(intervals, { unit: "ms", y: "interval" }),
  ),
  curve: raced(
    "series.extendedCosinor",
    "scipy",
    "a week by 10 min",
    true,
    () => series.extendedCosinor(curveFrame, { tz }),
  ),
  resting: raced(
    "series.restingRate",
    "pandas",
    "a week of minutes",
    true,
    () => series.restingRate(rateFrame, { sessions }),
  ),
  ema: raced(
    'series.rolling, "ema"',
    "pandas",
    "four days of minutes",
    true,
    () => series.rolling(luxFrame, { window: "90m", aggregate: "ema" }),
  ),
};
const ACTIGRAPHY: Readonly<Record<string, Raced>> = {
  sadeh: scoredBy("sadeh"),
  scripps: scoredBy("scripps"),
  roenneberg: scoredBy("roenneberg"),
  crespo: scoredBy("crespo"),
  kRA: raced(
    "series.fragmentation",
    "pyActigraphy",
    "a week of minutes",
    false,
    () => series.fragmentation(week),
  ),
  light: raced(
    "series.light by day",
    "pyActigraphy",
    "four days of minutes",
    false,
    () => series.light(luxByDay, { threshold: 250, by: "date", tz }),
  ),
};
const luxByDay = pl.DataFrame({
  date: lux.map((_, i) => `2024-01-0${1 + Math.floor(i / 1440)}`),
  time: lux.map((_, i) => new Date(START + i * MINUTE)),
  value: lux,
});

/** Asks speed.py for the times of a module. */
async function times(
  name: string,
  input: unknown,
  rows: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const asked = { program: "speed.py", args: [name, ...rows] };
  return await askPython(folder, name, input, asked) as Readonly<Record<string, number>>;
}

/** Number of calls after which V8 has compiled a function; Python compiles none while it runs. */
const WARM = 20;

/** Returns the least CPU time of a function in ms, after calls that let it be compiled. */
function least(run: () => unknown): number {
  for (let i = 0; i < WARM; i++) run();
  const each = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...each);
}

const { values: { folder = "", update }, positionals: words } = parseArgs({
  args: Deno.args,
  options: { folder: { type: "string" }, update: { type: "boolean", default: false } },
  allowPositionals: true,
});
if (folder === "") {
  throw new TypeError("Cannot measure: pass --folder DIR, a folder for the Python environments");
}
if (update && words.length > 0) {
  throw new TypeError("Cannot update the table with some of its rows: leave out the names");
}
const asked = {
  counts,
  months,
  angles,
  pairs,
  nights,
  days,
  people: {
    person: people.map(({ person }) => person),
    x: people.map(({ x }) => x),
    y: people.map(({ y }) => y),
  },
  beats: beats.map((one) => [one, true]),
  curve,
  rates,
  asleep,
  lux,
};
const rows: string[] = [];
for (const [module, all] of [["science", SCIENCE], ["pyactigraphy", ACTIGRAPHY]] as const) {
  for (const [name, { ours, theirs: program, of, isCompiled, run }] of Object.entries(all)) {
    if (words.length > 0 && !words.some((word) => ours.includes(word))) continue;
    const own = least(run), other = (await times(module, asked, [name]))[name]!;
    const kind = isCompiled ? "compiled" : "Python";
    rows.push(
      `| \`${ours}\` | ${program}, ${kind} | ${of} | ${own.toPrecision(3)} | ${
        other.toPrecision(3)
      } | ${(own / other).toPrecision(2)} |`,
    );
    // deno-lint-ignore no-console -- what it prints is what it is for
    console.log(rows.at(-1));
  }
}
if (update) {
  const document = here("../../docs/comparisons.md"), text = Deno.readTextFileSync(document);
  const [before, rest = ""] = text.split("<!-- speed -->");
  const [, after = ""] = rest.split("<!-- /speed -->");
  const table = [
    "| ours | theirs | of | ours, ms | theirs, ms | ratio |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
  Deno.writeTextFileSync(
    document,
    `${before}<!-- speed -->\n\n${table}\n\n<!-- /speed -->${after}`,
  );
}
