import type { Groups } from "../../frame/columns/groups.ts";
import type { FrameLike } from "../../frame/open.ts";
import { toRows } from "../../frame/polars/rows.ts";
import { epochGrid, epochMicros, spanAt } from "../kernel/epochs.ts";
import { type Hypnogram, splitLayers } from "../kernel/stageLayers.ts";
import { ALL_KNOWN, mayBe } from "../stages/knownStages.ts";
import type { StageRows } from "../stages/readStages.ts";
import type { StageFrameOptions } from "../stages/stageFrameOptions.ts";
import { readStageGroups } from "../stages/stageGroups.ts";
import { type StageKind, stageKinds } from "../stages/stageKinds.ts";
import { sameStageTable } from "../stages/stageTableOf.ts";
import type { Stage, StageTable } from "../stages/stageTables.ts";
import type { Length } from "../../time/length.ts";

/** Epochs that two hypnograms are compared in. */
export interface PairedEpochs {
  /** Index in `stages` of each epoch of the reference. */
  readonly left: Uint8Array;
  /** Index in `stages` of each epoch of the other; 255 if it is not scored. */
  readonly right: Uint8Array;
  /** Weight of each epoch; `undefined` if all are 1. */
  readonly weight: Float64Array | undefined;
  /** Stages of sleep and wake. */
  readonly stages: readonly Stage[];
  /** Share of the reference's scored epochs that the other has scored. */
  readonly coverage: number;
}

/** Stages of the reference and the other, group by group. */
export interface PairedGroups {
  readonly groups: Groups | undefined;
  /** Rows of the reference and of the other in each group. */
  readonly parts: readonly (readonly [StageRows, StageRows])[];
  /** All rows. */
  readonly all: readonly [StageRows, StageRows];
}

/**
 * Reads two stage frames, and pairs each group of the reference with the group of the same values.
 *
 * @throws {RangeError} if the frames have codes of two tables
 */
export function pairGroups(
  reference: FrameLike,
  other: FrameLike,
  options: StageFrameOptions,
  action: string,
): PairedGroups {
  const read = readStageGroups(reference, options, `${action}, the reference`);
  const readOther = readStageGroups(other, options, `${action}, the other`);
  sameStageTable(read.rows, readOther.rows, action);
  const others = new Map(groupKeys(readOther.groups).map((key, i) => [key, readOther.parts[i]]));
  const parts = groupKeys(read.groups).map((key, group) =>
    [read.parts[group]!, others.get(key) ?? withoutRows(readOther.rows)] as const
  );
  return { groups: read.groups, parts, all: [read.rows, readOther.rows] };
}

/** Columns that identify the groups of a frame, in their order. */
export function groupKeys(groups: Groups | undefined): string[] {
  if (groups === undefined) return ["all"];
  return toRows(groups.columns).map((row) => JSON.stringify(row));
}

function withoutRows(rows: StageRows): StageRows {
  return { ...rows, order: new Uint32Array(0) };
}

/**
 * Divides the reference into epochs and finds the stage of both in the middle of each.
 *
 * @param weights Weight of each row of the reference's frame.
 * @throws {RangeError} if stages overlap
 */
export function pairEpochs(
  [reference, other]: readonly [StageRows, StageRows],
  { epoch = "PT30S", unscored = "leave out" }: {
    readonly epoch?: Length | undefined;
    readonly unscored?: "leave out" | "disagree" | undefined;
  },
  action: string,
  weights?: Float64Array,
): PairedEpochs {
  const ours = splitLayers(reference, `${action}, the reference`).spans;
  const theirs = splitLayers(other, `${action}, the other`).spans;
  const scored = scoredStages(reference.table), kinds = stageKinds(reference.table);
  const grid = epochGrid(ours, epochMicros(epoch));
  const numberOf = (row: number): number => reference.row?.[row] ?? row;
  const a = spanAt(ours, grid), b = spanAt(theirs, grid);
  const left = new Uint8Array(a.length), right = new Uint8Array(a.length);
  const weight = weights === undefined ? undefined : new Float64Array(a.length);
  let expected = 0, both = 0, used = 0;
  for (let i = 0; i < a.length; i++) {
    const spanA = a[i]!, spanB = b[i]!;
    const own = spanA < 0 ? NONE : scored.place[ours.stage[spanA]!]!;
    if (own === NONE) continue;
    expected++;
    const other = spanB < 0 ? NONE : scored.place[theirs.stage[spanB]!]!;
    if (other !== NONE && !isComparable(ours, spanA, theirs, spanB, kinds)) continue;
    if (other !== NONE) both++;
    else if (unscored === "leave out") continue;
    left[used] = own;
    right[used] = other;
    if (weight !== undefined) weight[used] = weights![numberOf(ours.row[spanA]!)]!;
    used++;
  }
  return {
    left: left.subarray(0, used),
    right: right.subarray(0, used),
    weight: weight?.subarray(0, used),
    stages: scored.stages,
    coverage: expected === 0 ? 0 : both / expected,
  };
}

/**
 * Tests whether two intervals can be compared. They cannot if either could be the other, given the
 * stages that their sources detect.
 */
function isComparable(
  ours: Hypnogram,
  a: number,
  theirs: Hypnogram,
  b: number,
  kinds: readonly StageKind[],
): boolean {
  const own = kinds[ours.stage[a]!]!, other = kinds[theirs.stage[b]!]!;
  return !mayBe(own, ours.known?.[a] ?? ALL_KNOWN, other) &&
    !mayBe(other, theirs.known?.[b] ?? ALL_KNOWN, own);
}

const NONE = 255;

/** Returns the stages of sleep and wake, with the index in them of each stage of the table. */
export function scoredStages(
  table: StageTable,
): { readonly stages: readonly Stage[]; readonly place: Uint8Array } {
  const kinds = stageKinds(table), place = new Uint8Array(table.length).fill(NONE);
  const stages = table.filter((_, index) => kinds[index] !== "unknown");
  table.forEach((stage, index) => {
    if (stages.includes(stage)) place[index] = stages.indexOf(stage);
  });
  return { stages, place };
}
