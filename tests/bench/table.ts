import type { Measured } from "./measure.ts";

/** Row of the table: a step at its two sizes. */
export interface Row {
  readonly step: string;
  readonly of: string;
  readonly unit: string;
  readonly sizes: readonly [number, number];
  readonly reach?: number | undefined;
  readonly measured: readonly Measured[];
  /** Result of another checkout at the larger size. */
  readonly other?: Measured | undefined;
  /** Reason why it could not be measured. */
  readonly failed?: string | undefined;
}

/** Headers of the table's columns. */
export const HEADS = [
  "step",
  "sizes",
  "ours",
  "floor",
  "ratio",
  "reach",
  "CPU ratio",
  "floor / copy",
  "exponent",
  "peak MB",
] as const;

/** Returns a row as text, for its larger size. A value over its limit is marked. */
export function cells(row: Row): string[] {
  const [small, large] = [row.measured[0], row.measured.at(-1)];
  const sizes = `${[...new Set(row.sizes)].map(short).join(", ")} ${row.of}`;
  if (row.failed !== undefined || small === undefined || large === undefined) {
    return [row.step, sizes, "failed", ...HEADS.slice(3).map(() => "")];
  }
  const { ours, floor, ratio, cpuRatio, copies, mostCopies, peak } = large;
  return [
    row.step,
    sizes,
    `${round(ours)} ${row.unit}`,
    `${round(floor)}, ${large.floorName}`,
    ratio.toFixed(2) + (row.reach !== undefined && ratio > row.reach ? " over" : ""),
    row.reach?.toFixed(2) ?? "",
    cpuRatio.toFixed(2),
    copies === undefined
      ? ""
      : `${round(copies)} of ${mostCopies}${copies > mostCopies! ? " over" : ""}`,
    row.sizes[0] === row.sizes[1] || ours === 0
      ? ""
      : (Math.log(ours / small.ours) / Math.log(row.sizes[1]! / row.sizes[0]!)).toFixed(2),
    peak === undefined ? "" : peak.toFixed(0),
  ];
}

/** Returns a table as Markdown; the first line has the heads. */
export function markdown([heads, ...lines]: readonly (readonly string[])[]): string {
  return [heads!, heads!.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`)
    .join("\n");
}

/**
 * Returns the table of peers: our time in milliseconds, and its ratio to the time of each peer.
 * Ratios above 1 are bold: the peer is faster.
 */
export function peerTable(rows: readonly Row[]): string[][] {
  const compared = rows.flatMap(({ step, sizes, of, measured }) => {
    const { peers, ours = 0 } = measured.at(-1) ?? {};
    return peers === undefined ? [] : [{ task: `${step}, ${short(sizes[1]!)} ${of}`, ours, peers }];
  });
  const names = [...new Set(compared.flatMap(({ peers }) => peers.map(({ of }) => of)))];
  const lines = compared.map(({ task, ours, peers }) => [
    task,
    round(ours),
    ...names.map((name) => {
      const ratio = peers.find(({ of }) => of === name)?.ratio;
      return ratio === undefined ? "" : ratio > 1 ? `**${round(ratio)}**` : round(ratio);
    }),
  ]);
  return lines.length === 0 ? [] : [["task", "ms", ...names], ...lines];
}

/** Returns remarks on rows. */
export function notes(rows: readonly Row[]): string[] {
  return rows.flatMap(({ step, measured }) => {
    const note = measured.at(-1)?.note;
    return note === undefined ? [] : [`${step}: ${note}.`];
  });
}

/** Returns lines of equal width, for a terminal. */
export function aligned(lines: readonly (readonly string[])[]): string[] {
  const widths = lines[0]?.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return lines.map((line) =>
    line.map((cell, i) => i < 1 ? cell.padEnd(widths![i]!) : cell.padStart(widths![i]!)).join("  ")
      .trimEnd()
  );
}

function round(value: number): string {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

function short(size: number): string {
  return size >= 1e6
    ? `${+(size / 1e6).toFixed(2)} M`
    : size >= 1e4
    ? `${+(size / 1e3).toFixed(1)} k`
    : `${size}`;
}
