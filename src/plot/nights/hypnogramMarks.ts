import type { HypnogramRow } from "./hypnogramRows.ts";
import type { Lane } from "./lanes.ts";
import { lengthLabel } from "../axis/lengthLabel.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { GRID_OPACITY, INK, QUIET_OPACITY } from "../picture/theme.ts";

/** The lanes of a hypnogram, by the stages' places in their table. */
export type Lanes = ReadonlyMap<number, Lane>;

/** How long each stage lasted in a row, in words. */
export interface LaneTotal {
  /** The key of the row. */
  readonly row: string;
  /** The lane's middle. */
  readonly y: number;
  /** The stage's label. */
  readonly label: string;
  /** The length of time. */
  readonly text: string;
}

/** The time in each stage that a row has, in the order of the lanes. */
export function laneTotals(row: HypnogramRow, lanes: Lanes): LaneTotal[] {
  return [...lanes].flatMap(([place, lane]) => {
    const length = row.pieces.reduce(
      (sum, piece) => piece.place === place ? sum + piece.x2 - piece.x1 : sum,
      0,
    );
    if (length === 0) return [];
    return [{ row: row.key, y: lane.middle, label: lane.stage.label, text: lengthLabel(length) }];
  });
}

/** The bars of the stages, thin lines where one stage follows another, and what names the lanes. */
export function hypnogramMarks(
  plot: PlotModule,
  rows: readonly HypnogramRow[],
  lanes: Lanes,
): Mark[] {
  const facet = rows.length > 1 ? { fy: "row" } : {};
  const named = rows.flatMap((row) =>
    [...lanes.values()].map(({ middle, stage }) => ({ row: row.key, y: middle, text: stage.label }))
  );
  const bars = rows.flatMap((row) =>
    row.pieces.map((piece) => {
      const { middle, half, stage } = lanes.get(piece.place)!;
      return { ...piece, y1: middle - half, y2: middle + half, color: stage.color };
    })
  );
  return [
    plot.ruleY(named, { ...facet, y: "y", strokeOpacity: GRID_OPACITY }),
    plot.text(named, {
      ...facet,
      y: "y",
      text: "text",
      frameAnchor: "left",
      textAnchor: "end",
      dx: -8,
    }),
    plot.text(rows.flatMap((row) => laneTotals(row, lanes)), {
      ...facet,
      y: "y",
      text: "text",
      frameAnchor: "right",
      textAnchor: "start",
      dx: 8,
      fillOpacity: QUIET_OPACITY,
    }),
    plot.ruleX(rows.flatMap((row) => joints(row, lanes)), {
      ...facet,
      x: "x",
      y1: "y1",
      y2: "y2",
      stroke: INK,
      strokeOpacity: 0.35,
    }),
    plot.rect(bars, { ...facet, x1: "x1", x2: "x2", y1: "y1", y2: "y2", fill: "color" }),
  ];
}

/** Where a stage ends and another begins at once; where time is missing between them is no joint. */
function joints(
  row: HypnogramRow,
  lanes: Lanes,
): { row: string; x: number; y1: number; y2: number }[] {
  const staged = row.pieces.filter(({ place }) => lanes.get(place)!.stage.depth !== null);
  return staged.slice(1).flatMap((piece, i) => {
    const before = staged[i]!;
    if (before.x2 !== piece.x1 || before.place === piece.place) return [];
    return [{
      row: row.key,
      x: piece.x1,
      y1: lanes.get(before.place)!.middle,
      y2: lanes.get(piece.place)!.middle,
    }];
  });
}
