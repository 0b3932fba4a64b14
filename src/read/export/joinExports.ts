import type { Columns } from "../../frame/columns/columns.ts";
import { concatColumns } from "../../frame/concatColumns.ts";
import { columnsOf } from "../../frame/polars/columnsOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { Row } from "../../frame/polars/rows.ts";
import { takeRows } from "../../frame/takeRows.ts";
import type { ExportReport, MakerExport } from "./makerExport.ts";
import { showExport } from "./showExport.ts";

/** Joins the parts of an export. The report is the last part's, which covers all of them. */
export function joinExports(parts: readonly [MakerExport, ...MakerExport[]]): MakerExport {
  if (parts.length === 1) return parts[0];
  const groups = (of: (part: MakerExport) => Readonly<Record<string, Frame>>) => {
    const names = new Set(parts.flatMap((part) => Object.keys(of(part))));
    return Object.fromEntries(Array.from(names, (name) => [
      name,
      joined(parts.flatMap((part) => of(part)[name] ?? [])),
    ]));
  };
  const { report } = parts.at(-1)!;
  const joinedExport = showExport({
    metrics: groups(({ metrics }) => metrics),
    others: groups(({ others }) => others),
    sleep: joined(parts.map(({ sleep }) => sleep)),
    workouts: joined(parts.map(({ workouts }) => workouts)),
    locations: joined(parts.map(({ locations }) => locations)),
    events: joined(parts.map(({ events }) => events)),
    report,
  });
  return setParts(joinedExport, parts);
}

/** Concatenates frames in order of time, their first column. */
function joined(frames: readonly Frame[]): Frame {
  const full = frames.filter(({ height }) => height > 0);
  if (full.length < 2) return full[0] ?? frames[0]!;
  const columns: Columns = concatColumns(full.map((frame) => columnsOf(frame)));
  const [first] = Object.values(columns), times = (first as { values: BigInt64Array }).values;
  const order = Uint32Array.from(times.keys())
    .sort((a, b) => times[a]! < times[b]! ? -1 : times[a]! > times[b]! ? 1 : a - b);
  return toFrame(takeRows(columns, order));
}

/** Replaces the report of a part with the sum of several reports. */
export function withReport(part: MakerExport, reports: readonly ExportReport[]): MakerExport {
  if (reports.length === 1) return part;
  const sum = (counts: (report: ExportReport) => Readonly<Record<string, number>>) => {
    const all: Record<string, number> = {};
    for (const [name, count] of reports.flatMap((report) => Object.entries(counts(report)))) {
      all[name] = (all[name] ?? 0) + count;
    }
    return all;
  };
  const { seen = 0, read = 0 } = sum(({ files }) => files);
  const report = {
    reader: reports.map(({ reader }) => reader).filter((name) => name !== "").join(", "),
    files: { seen, read },
    read: sum(({ read }) => read),
    repeated: sum(({ repeated }) => ({ repeated }))["repeated"] ?? 0,
    skipped: sum(({ skipped }) => skipped),
    ignored: sum(({ ignored }) => ignored),
    problems: reports.flatMap(({ problems }) => problems),
    notes: reports.flatMap(({ notes }) => notes),
  };
  return setOriginal(showExport({ ...part, report }), originalOf(part));
}

/** Definitions in an export of this package. */
export interface Definitions {
  /** User-defined types, as in the catalog. */
  readonly types: readonly Row[];
  readonly annotations: readonly Row[];
  readonly tags: readonly Row[];
}

/** Records of one data type as the export has them, with their identifiers and all members. */
export interface Original {
  readonly dataType: string;
  /** Name in `report.read`. */
  readonly name: string;
  readonly columns: Columns;
  readonly definitions: Definitions;
}

const ORIGINALS = new WeakMap<MakerExport, Original>();
const PARTS = new WeakMap<MakerExport, readonly MakerExport[]>();

/** Remembers the original records of a part of an export. Returns the part. */
export function setOriginal(part: MakerExport, original: Original | undefined): MakerExport {
  if (original !== undefined) ORIGINALS.set(part, original);
  return part;
}

/** Returns the original records of a part; `undefined` if it comes from another export. */
export function originalOf(part: MakerExport): Original | undefined {
  return ORIGINALS.get(part);
}

/** Remembers the parts of a joined export if one has original records. Returns the export. */
function setParts(joined: MakerExport, parts: readonly MakerExport[]): MakerExport {
  if (parts.some((part) => ORIGINALS.has(part))) PARTS.set(joined, parts);
  return joined;
}

/** Returns the parts of a joined export that have to be stored one by one. */
export function partsOf<T>(content: T): readonly (T | MakerExport)[] {
  return PARTS.get(content as MakerExport) ?? [content];
}
