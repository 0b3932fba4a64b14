import { suggest } from "../../options/suggest.ts";

/** How one stage is named, ordered and coloured. */
export interface Stage {
  /** Its code in a frame: an integer of 16 bits. */
  readonly stage: number;
  /** Its name in code. `in_bed`, `asleep`, `rem` and `n1` have a meaning for verbs. */
  readonly name: string;
  /** Its name for people. */
  readonly label: string;
  /** How the names of its statistics begin: `N1` in `N1_min`. @default its name */
  readonly namePrefix?: string;
  /** How deep it is: 0 awake to 3 deep; null for what is no stage of sleep or wake. */
  readonly depth: number | null;
  /** Whether time in it is time asleep. */
  readonly asleep: boolean;
  /** Which stage wins where two overlap: the higher number; equal ones leave it to the latest start. */
  readonly priority: number;
  /** Its colour, the same in every picture. */
  readonly color: string;
}

/** Codes and what they mean; a caller may pass a table of their own. */
export type StageTable = readonly Stage[];

/**
 * The stages of consumer devices, as on the wire. The interface calls 2 "unknown sleep stage" where
 * it ranks it (0 below all, 2 below all but 0); in published cycles it is time awake, so its name is
 * awake here and its rank stays as stated.
 */
export const CONSUMER_STAGES: StageTable = [
  {
    stage: 0,
    name: "in_bed",
    label: "In bed",
    depth: null,
    asleep: false,
    priority: 0,
    color: "#9aa3ad",
  },
  {
    stage: 1,
    name: "asleep",
    label: "Asleep",
    depth: 1,
    asleep: true,
    priority: 2,
    color: "#7b8fc4",
  },
  {
    stage: 2,
    name: "awake",
    label: "Awake",
    depth: 0,
    asleep: false,
    priority: 1,
    color: "#f0a33a",
  },
  {
    stage: 3,
    name: "core",
    label: "Core",
    namePrefix: "light",
    depth: 2,
    asleep: true,
    priority: 2,
    color: "#4193c9",
  },
  { stage: 4, name: "deep", label: "Deep", depth: 3, asleep: true, priority: 2, color: "#27539c" },
  { stage: 5, name: "rem", label: "REM", depth: 1, asleep: true, priority: 2, color: "#b04a8c" },
];

/** The stages of the sleep laboratory (AASM), as scored in epochs. */
export const AASM_STAGES: StageTable = [
  {
    stage: -1,
    name: "unscored",
    label: "Unscored",
    depth: null,
    asleep: false,
    priority: 0,
    color: "#9aa3ad",
  },
  {
    stage: 0,
    name: "wake",
    label: "Wake",
    namePrefix: "W",
    depth: 0,
    asleep: false,
    priority: 1,
    color: "#f0a33a",
  },
  {
    stage: 1,
    name: "n1",
    label: "N1",
    namePrefix: "N1",
    depth: 1,
    asleep: true,
    priority: 1,
    color: "#8cc4e8",
  },
  {
    stage: 2,
    name: "n2",
    label: "N2",
    namePrefix: "N2",
    depth: 2,
    asleep: true,
    priority: 1,
    color: "#4193c9",
  },
  {
    stage: 3,
    name: "n3",
    label: "N3",
    namePrefix: "N3",
    depth: 3,
    asleep: true,
    priority: 1,
    color: "#27539c",
  },
  {
    stage: 4,
    name: "rem",
    label: "REM",
    namePrefix: "REM",
    depth: 1,
    asleep: true,
    priority: 1,
    color: "#b04a8c",
  },
];

/** A stage table of the caller's own with the name by which frames carry it. */
export interface NamedStageTable {
  /** What stands in the column `stage_table` of frames. */
  readonly name: string;
  /** Its stages. */
  readonly stages: StageTable;
}

/**
 * A stage table by name, or one of the caller's own: `{ name, stages }`, or only the stages, which
 * frames then carry as `custom`.
 */
export type Stages = "consumer" | "aasm" | StageTable | NamedStageTable;

/**
 * The table that a caller named or gave.
 *
 * @throws {RangeError} if there is no table of that name, or in one a code is there twice or is not an
 * integer of 16 bits, or there are over 255
 */
export function stageTable(given: Stages = "consumer"): StageTable {
  if (given === "consumer") return CONSUMER_STAGES;
  if (given === "aasm") return AASM_STAGES;
  const stages = isNamed(given) ? given.stages : given;
  if (!Array.isArray(stages)) {
    const near = typeof given === "string" ? suggest(given, ["consumer", "aasm"]) : "";
    throw new RangeError(
      `Cannot use stage table ${
        JSON.stringify(given)
      }: use consumer, aasm, or a table of your own` +
        near,
    );
  }
  const codes = new Set(stages.map(({ stage }) => stage << 16 >> 16));
  const areSmall = stages.every(({ stage }) => codes.has(stage));
  if (!areSmall || codes.size < stages.length || codes.size > 255) {
    throw new RangeError(
      `Cannot use a stage table of ${stages.length} stages with ${codes.size} codes: each needs its own, ` +
        "an integer of 16 bits, and the maximum is 255",
    );
  }
  return stages;
}

/** The name by which frames carry a table. */
export function stageTableName(given: Stages): string {
  if (typeof given === "string") return given;
  return isNamed(given) ? given.name : "custom";
}

function isNamed(given: Stages): given is NamedStageTable {
  return typeof given === "object" && given !== null && !Array.isArray(given) &&
    typeof (given as NamedStageTable).name === "string";
}
