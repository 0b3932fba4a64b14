import { type FrameLike, openFrame } from "../../src/frame/open.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { Length } from "../../src/time/length.ts";

export const START = "2024-01-01T22:00Z";

const folder = new URL("../fixtures/", import.meta.url);

/** Returns the content of a JSON fixture. */
// deno-lint-ignore no-explicit-any
export const fixture = (name: string): any =>
  JSON.parse(Deno.readTextFileSync(new URL(name, folder)));

/** Returns the codes of a yasa hypnogram, which has one per line, and comments. */
export const yasaCodes = (name: string): string[] =>
  Deno.readTextFileSync(new URL(name, folder)).split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

/** Returns a stage frame from text with a digit for each epoch; a dot is not scored. */
export const scored = (codes: string, epoch: Length = "PT30S", start = START): Frame =>
  fromHypnogram([...codes].map((code) => code === "." ? -1 : Number(code)), {
    start,
    epoch,
    tz: "UTC",
  });

export const rowsOf = (frame: FrameLike): Record<string, unknown>[] =>
  toRows(columnsOf(openFrame(frame).frame()));

/** Returns hypnograms of several sources as records of one frame. */
export const sourceRows = (bySource: Readonly<Record<string, string>>): Row[] =>
  Object.entries(bySource).flatMap(([source, codes]) =>
    rowsOf(scored(codes)).map((row) => ({ ...row, source }))
  );

/** Returns the values of a long frame by name. */
export const valuesOf = (frame: FrameLike): Record<string, number | null> =>
  Object.fromEntries(
    rowsOf(frame).map(({ name, value }) => [name as string, value as number | null]),
  );

/** Our names of statistics, by yasa's names. */
export const YASA_NAMES: Readonly<Record<string, string>> = {
  TIB: "TIB",
  SPT: "SPT",
  WASO: "WASO",
  TST: "TST",
  SE: "SE",
  SME: "SME",
  SOL: "SOL",
  SOL_5min: "SOL5",
  Lat_REM: "REM_latency_lightsoff",
  WAKE: "W_min",
  N1: "N1_min",
  N2: "N2_min",
  N3: "N3_min",
  REM: "REM_min",
  UNS: "Xtib",
  "%N1": "N1_pct",
  "%N2": "N2_pct",
  "%N3": "N3_pct",
  "%REM": "REM_pct",
};
