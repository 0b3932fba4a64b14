import { describeValue } from "../../options/describeValue.ts";
import { INK_TOKENS, STAGE_TOKENS } from "../../display/colors.ts";
import { suggest } from "../../options/suggest.ts";

/** Name, order and colour of a stage. */
export interface Stage {
  /** Code in a frame: a 16-bit integer. */
  readonly stage: number;
  /** Name in code. `in_bed`, `asleep`, `rem` and `n1` have a meaning for verbs. */
  readonly name: string;
  /** Display name. */
  readonly label: string;
  /** Prefix of the names of its statistics: `N1` in `N1_min`. @default its name */
  readonly namePrefix?: string;
  /** Depth from 0 (awake) to 3 (deep); null if it is neither sleep nor wake. */
  readonly depth: number | null;
  /** `true` if it counts as time asleep. */
  readonly asleep: boolean;
  /**
   * Priority where stages overlap: the higher number wins; equal numbers leave it to the latest
   * start.
   */
  readonly priority: number;
  /** Colour in all charts. */
  readonly color: string;
}

/** Stages with their codes; a table may be user-defined. */
export type StageTable = readonly Stage[];

/**
 * Stages of consumer devices, in wire format. The interface calls 2 "unknown sleep stage" where it
 * lists the ranks: 0 below all, 2 below all but 0. In published cycles, 2 is time awake. Its name
 * here is therefore awake, with the rank as listed.
 */
export const CONSUMER_STAGES: StageTable = [
  {
    stage: 0,
    name: "in_bed",
    label: "In bed",
    depth: null,
    asleep: false,
    priority: 0,
    color: INK_TOKENS.axis.light,
  },
  {
    stage: 1,
    name: "asleep",
    label: "Asleep",
    depth: 1,
    asleep: true,
    priority: 2,
    color: STAGE_TOKENS.core.light,
  },
  {
    stage: 2,
    name: "awake",
    label: "Awake",
    depth: 0,
    asleep: false,
    priority: 1,
    color: STAGE_TOKENS.awake.light,
  },
  {
    stage: 3,
    name: "core",
    label: "Core",
    namePrefix: "light",
    depth: 2,
    asleep: true,
    priority: 2,
    color: STAGE_TOKENS.core.light,
  },
  {
    stage: 4,
    name: "deep",
    label: "Deep",
    depth: 3,
    asleep: true,
    priority: 2,
    color: STAGE_TOKENS.deep.light,
  },
  {
    stage: 5,
    name: "rem",
    label: "REM",
    depth: 1,
    asleep: true,
    priority: 2,
    color: STAGE_TOKENS.rem.light,
  },
];

/** Stages of the sleep laboratory (AASM), scored in epochs. */
export const AASM_STAGES: StageTable = [
  {
    stage: -1,
    name: "unscored",
    label: "Unscored",
    depth: null,
    asleep: false,
    priority: 0,
    color: INK_TOKENS.axis.light,
  },
  {
    stage: 0,
    name: "wake",
    label: "Wake",
    namePrefix: "W",
    depth: 0,
    asleep: false,
    priority: 1,
    color: STAGE_TOKENS.awake.light,
  },
  {
    stage: 1,
    name: "n1",
    label: "N1",
    namePrefix: "N1",
    depth: 1,
    asleep: true,
    priority: 1,
    color: STAGE_TOKENS.n1.light,
  },
  {
    stage: 2,
    name: "n2",
    label: "N2",
    namePrefix: "N2",
    depth: 2,
    asleep: true,
    priority: 1,
    color: STAGE_TOKENS.core.light,
  },
  {
    stage: 3,
    name: "n3",
    label: "N3",
    namePrefix: "N3",
    depth: 3,
    asleep: true,
    priority: 1,
    color: STAGE_TOKENS.deep.light,
  },
  {
    stage: 4,
    name: "rem",
    label: "REM",
    namePrefix: "REM",
    depth: 1,
    asleep: true,
    priority: 1,
    color: STAGE_TOKENS.rem.light,
  },
];

/** A user-defined stage table with its name in frames. */
export interface NamedStageTable {
  /** Value of the column `stage_table` in frames. */
  readonly name: string;
  /** Stages of the table. */
  readonly stages: StageTable;
}

/**
 * A stage table by name, or a user-defined one: `{ name, stages }`, or only the stages, which
 * frames call `custom`.
 */
export type Stages = "consumer" | "aasm" | StageTable | NamedStageTable;

/**
 * Returns a stage table from its name or definition.
 *
 * @throws {RangeError} if no table has this name, or a user-defined table has over 255 stages, two
 * stages with one code, or a code that is not a 16-bit integer
 */
export function stageTable(given: Stages = "consumer"): StageTable {
  if (given === "consumer") return CONSUMER_STAGES;
  if (given === "aasm") return AASM_STAGES;
  const stages = isNamed(given) ? given.stages : given;
  if (!Array.isArray(stages) || !stages.every((one) => typeof one?.stage === "number")) {
    const near = typeof given === "string" ? suggest(given, ["consumer", "aasm"]) : "";
    throw new RangeError(
      `Cannot use stage table ${
        typeof given === "string" ? JSON.stringify(given) : `(${describeValue(given)})`
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

/** Returns the name of a table in frames. */
export function stageTableName(given: Stages): string {
  if (typeof given === "string") return given;
  return isNamed(given) ? given.name : "custom";
}

function isNamed(given: Stages): given is NamedStageTable {
  return typeof given === "object" && given !== null && !Array.isArray(given) &&
    typeof (given as NamedStageTable).name === "string";
}
