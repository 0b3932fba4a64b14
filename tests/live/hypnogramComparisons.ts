import { random } from "../../src/series/numerics/random.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { fromHypnogramFile, toHypnogramFile } from "../../src/sleep/hypnogramFile.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { toEpochs } from "../../src/sleep/toEpochs.ts";
import { validate } from "../../src/sleep/validate.ts";
import { rowsOf, scored, START, YASA_NAMES } from "../sleep/hypnograms.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";

const tz = "Europe/Berlin", EPOCH = 30_000;
/** The night in which daylight saving time begins. */
const CHANGED = "2024-03-30T22:30:00";
const NAMES = { W: 0, WAKE: 0, N1: 1, N2: 2, N3: 3, REM: 4 } as const;

/** Codes of a night whose stages last for some epochs; `unscored` epochs of 100 have no score. */
const night = (length: number, seed: number, unscored: number): number[] => {
  const next = random(seed);
  let code = 0;
  return Array.from({ length }, () => {
    if (next() < 0.2) code = Math.floor(next() * 5);
    return next() * 100 < unscored ? -1 : code;
  });
};
const CODES = night(240, 5, 4);
const rows = (codes: readonly number[], start = CHANGED) => fromHypnogram(codes, { start, tz });

/** Nights of eight people by a reference, and by a device that is wrong in a quarter of the epochs. */
const PAIRS = Array.from({ length: 8 }, (_, i) => {
  const lab = night(600, 10 + i, 0), next = random(50 + i);
  return [lab, lab.map((code) => next() < 0.75 ? code : Math.floor(next() * 5))] as const;
});

/** Epochs, files and pairs of nights for the script. */
export const SCORED = {
  codes: CODES,
  edf: toHypnogramFile(rows(CODES), { format: "edf", tz }).toBase64(),
  yasa: toHypnogramFile(rows(CODES), { format: "yasa", tz }),
  pairs: PAIRS,
};

const codesOf = (frame: Parameters<typeof rowsOf>[0]): number[] =>
  rowsOf(frame).map(({ sleep_stage }) => Number(sleep_stage));

const listed = (name: string, theirs: readonly number[], ours: readonly number[]): Compared[] =>
  Array.from({ length: Math.max(theirs.length, ours.length) }, (_, i) => ({
    name: `${name}, epoch ${i + 1}`,
    theirs: theirs[i] ?? null,
    ours: ours[i] ?? null,
  }));

/** Rows of the table for epochs, files, nights and the agreement of people. */
export function hypnogramComparisons({ versions, nights, hypnograms }: Science): Comparison[] {
  const yasa = `yasa ${versions["yasa"]}`;
  const { epochs, periods, written, read, pairs } = hypnograms;
  const first = Temporal.PlainDateTime.from(CHANGED).toZonedDateTime(tz).epochMilliseconds;
  const at = (epoch: number): Date => new Date(first + epoch * EPOCH);
  const between = (from: number, to: number): number[] =>
    codesOf(toEpochs(rows(CODES), { start_time: at(from), end_time: at(to), tz }));
  const people = (side: 0 | 1) =>
    PAIRS.flatMap((pair, i) =>
      rowsOf(scored(pair[side].join(""))).map((row) => ({ ...row, user: `p${i}` }))
    );
  const { stages } = validate(people(0), people(1), { by: "user", stages: "aasm", tz: "UTC" });
  const means = rowsOf(stages);
  const yasaNights = Object.entries(nights).filter(([, { codes }]) => !codes.includes("."));
  return [
    {
      ours: "sleep.fromHypnogram",
      theirs: yasa,
      of: "the same night: code, first epoch and number of epochs of each run of a stage",
      tolerance: 0,
      values: listed(
        "runs",
        periods.flat(),
        rows(CODES).toRecords().flatMap(({ sleep_stage, start_time, end_time }) => {
          const [from, to] = [start_time, end_time].map((at) => (Number(at) - first) / EPOCH);
          return [Number(sleep_stage), from!, to! - from!];
        }),
      ),
    },
    {
      ours: "sleep.toEpochs",
      theirs: yasa,
      of:
        "a night across a daylight saving change, with unscored epochs: upsampled, cropped, padded",
      tolerance: 0,
      values: [
        ...listed("upsampled", epochs[0]!, codesOf(toEpochs(rows(CODES), { epoch: "15s", tz }))),
        ...listed("cropped", epochs[1]!, between(7, CODES.length - 4)),
        ...listed("padded", epochs[2]!, between(-3, CODES.length + 2)),
      ],
    },
    {
      ours: "sleep.fromHypnogramFile",
      theirs: yasa,
      of: "the same night as JSON and as events, written by yasa: codes",
      tolerance: 0,
      values: [
        ...listed("JSON", CODES, codesOf(fromHypnogramFile(written.json))),
        ...listed(
          "events",
          CODES,
          codesOf(toEpochs(fromHypnogramFile(written.events, { start: CHANGED, tz }), { tz })),
        ),
      ],
    },
    {
      ours: "sleep.toHypnogramFile",
      theirs: `mne ${versions["mne"]}, ${yasa}`,
      of: "the same night, read from our EDF+ by mne and from our JSON by yasa: codes",
      tolerance: 0,
      values: [...listed("EDF+", read.edf, CODES), ...listed("JSON", read.json, CODES)],
    },
    {
      ours: "sleep.nightly",
      theirs: yasa,
      of: "the nights of sleep.statistics, as rows: TST, WASO, SE, SOL, N3, REM",
      tolerance: 5.1e-5,
      values: yasaNights.flatMap(([name, { codes, statistics }]) => {
        const [row] = rowsOf(nightly(scored(codes, "PT30S", START), { tz: "UTC" }));
        return ["TST", "WASO", "SE", "SOL", "N3", "REM"].map((key): Compared => ({
          name: `${key} of ${name}`,
          theirs: statistics[key]!,
          ours: row![YASA_NAMES[key] ?? key] as number,
        }));
      }),
    },
    {
      ours: "sleep.validate",
      theirs: `${yasa}, EpochByEpochAgreement`,
      of: "eight people: means of sensitivity, specificity, PPV and NPV of each stage",
      tolerance: 1e-12,
      values: Object.entries(pairs).flatMap(([stage, values]) =>
        ["sensitivity", "specificity", "PPV", "NPV"].map((name, i): Compared => ({
          name: `${name} of ${stage}`,
          theirs: values[i]!,
          ours: means.find((row) =>
            row["name"] === name && Number(row["stage"]) === NAMES[stage as "W"]
          )!["mean"] as number,
        }))
      ),
    },
  ];
}
