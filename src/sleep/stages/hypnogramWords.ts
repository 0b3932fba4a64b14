import type { StageTable } from "./stageTables.ts";
import { UNSCORED } from "./stageKinds.ts";

/**
 * Words of hypnograms in capitals, each with the names of stages that it may mean; the first one in
 * the table counts. The words of Rechtschaffen and Kales: S0 is wake, S3 and S4 are N3, and
 * movement time is not scored. Tables of devices, without N1 to N3, use light and deep sleep
 * instead. The reverse does not work: light sleep may be N1 or N2.
 */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  W: ["wake", "awake"],
  WAKE: ["wake", "awake"],
  AWAKE: ["wake", "awake"],
  WK: ["wake", "awake"],
  S0: ["wake", "awake"],
  N1: ["n1", "core"],
  NREM1: ["n1", "core"],
  S1: ["n1", "core"],
  N2: ["n2", "core"],
  NREM2: ["n2", "core"],
  S2: ["n2", "core"],
  N3: ["n3", "deep"],
  NREM3: ["n3", "deep"],
  S3: ["n3", "deep"],
  N4: ["n3", "deep"],
  NREM4: ["n3", "deep"],
  S4: ["n3", "deep"],
  SWS: ["n3", "deep"],
  DEEP: ["deep", "n3"],
  LIGHT: ["core"],
  R: ["rem"],
  REM: ["rem"],
  SLEEP: ["asleep"],
  N: ["asleep"],
  NREM: ["asleep"],
  M: ["unscored"],
  MT: ["unscored"],
  MOVEMENT: ["unscored"],
  "MOVEMENT TIME": ["unscored"],
  ART: ["unscored"],
  ARTEFACT: ["unscored"],
  ARTIFACT: ["unscored"],
  UNS: ["unscored"],
  UNSCORED: ["unscored"],
  UNSCORABLE: ["unscored"],
  "NOT SCORED": ["unscored"],
  UNKNOWN: ["unscored"],
  NS: ["unscored"],
  NAN: ["unscored"],
  "N/A": ["unscored"],
  "?": ["unscored"],
  "": ["unscored"],
};

/** Codes of NSRR, Physionet and other EDF collections, after Rechtschaffen and Kales. */
const NSRR: Readonly<Record<number, string>> = {
  0: "W",
  1: "S1",
  2: "S2",
  3: "S3",
  4: "S4",
  5: "R",
  6: "MT",
  7: "?",
  8: "?",
  9: "?",
};

/** Meaning of a number after words such as `Sleep stage`. */
const NUMBERED: Readonly<Record<string, string>> = { 0: "S0", 1: "S1", 2: "S2", 3: "S3", 4: "S4" };

/**
 * Text around the word: `Sleep stage W` of EDF+, `Stage 1 sleep|1` and `REM sleep|5` of NSRR
 * annotations, `SLEEP-S2` of the CAP database.
 */
const AROUND = /^(?:((?:SLEEP )?STAGE )|SLEEP-)?(.+?)(?: SLEEP)?(?:\|\d+)?$/;

/** Meaning of a number: a code of the stage table, or a code of the NSRR. */
export type HypnogramCodes = "table" | "nsrr";

/**
 * Returns the index of a code's stage: {@linkcode UNSCORED} if not scored, `undefined` if unknown.
 */
export function indexOfCode(
  code: unknown,
  table: StageTable,
  codes: HypnogramCodes,
): number | undefined {
  if (code === null || code === undefined || Number.isNaN(code)) return indexOfWord("?", table);
  if (typeof code === "string") return indexOfText(code.trim(), table, codes);
  if (typeof code !== "number" && typeof code !== "bigint") return undefined;
  const number = Number(code);
  if (codes === "nsrr" && NSRR[number] !== undefined) return indexOfWord(NSRR[number], table);
  const index = codes === "table" ? table.findIndex(({ stage }) => stage === number) : -1;
  if (index >= 0) return index;
  // In tables without these stages, -1 and -2 are artefact and unscored, as in other tables.
  return number === -1 || number === -2 ? indexOfWord("?", table) : undefined;
}

function indexOfText(
  text: string,
  table: StageTable,
  codes: HypnogramCodes,
): number | undefined {
  if (/^-?\d+(\.0+)?$/.test(text)) return indexOfCode(Number(text), table, codes);
  const capitals = text.toUpperCase(), own = indexOfWord(capitals, table);
  const [, stage, word] = own === undefined ? AROUND.exec(capitals) ?? [] : [];
  if (word === undefined) return own;
  return indexOfWord(stage === undefined ? word : NUMBERED[word] ?? word, table);
}

function indexOfWord(word: string, table: StageTable): number | undefined {
  const own = table.findIndex(({ name, label, namePrefix }) =>
    [name, label, namePrefix].some((text) => text?.toUpperCase() === word)
  );
  if (own >= 0) return own;
  const names = Object.hasOwn(WORDS, word) ? WORDS[word]! : [];
  const index = table.findIndex(({ name }) => name === names.find((one) => has(table, one)));
  if (index >= 0) return index;
  return names.includes("unscored") ? UNSCORED : undefined;
}

function has(table: StageTable, name: string): boolean {
  return table.some((stage) => stage.name === name);
}
