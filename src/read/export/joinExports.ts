import type { Columns } from "../../frame/columns/columns.ts";
import { concatColumns } from "../../frame/concatColumns.ts";
import { columnsOf } from "../../frame/polars/columnsOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { takeRows } from "../../frame/takeRows.ts";
import type { MakerExport } from "./makerExport.ts";
import { setParts } from "./originals.ts";
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
  const columns: Columns = concatColumns(full.map(columnsOf));
  const [first] = Object.values(columns), times = (first as { values: BigInt64Array }).values;
  const order = Uint32Array.from(times.keys())
    .sort((a, b) => times[a]! < times[b]! ? -1 : times[a]! > times[b]! ? 1 : a - b);
  return toFrame(takeRows(columns, order));
}
