import type { Painted } from "./paint.ts";
import type { StageRows } from "../stages/readStages.ts";

/**
 * The other sources that lay beneath each painted span, at any time in it, in alphabetical
 * order; one without a name is null and comes first.
 *
 * @param rows The rows that were painted.
 */
export function overridden(painted: Painted, rows: StageRows): (string | null)[][] {
  const { codes, names } = rows.source?.codes() ?? { codes: undefined, names: [null] };
  const codeOf = (row: number): number => codes?.[row] ?? 0;
  const beneath = Array.from(painted.row, () => new Set<number>());
  let first = 0; // rows ascend by start, so that no later one reaches spans that end before this one's
  for (const row of rows.order ?? rows.start.keys()) {
    const start = rows.start[row]!, end = rows.end[row]!;
    while (first < painted.end.length && painted.end[first]! <= start) first++;
    for (let i = first; i < painted.start.length && painted.start[i]! < end; i++) {
      if (start < end && codeOf(row) !== codeOf(painted.row[i]!)) beneath[i]!.add(codeOf(row));
    }
  }
  return beneath.map((sources) => [...sources].sort((a, b) => a - b).map((code) => names[code]!));
}
