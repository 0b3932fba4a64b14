import { shortened } from "../axis/shortened.ts";
import type { LegendEntry } from "../picture/header.ts";
import type { HypnogramRow } from "./hypnogramRows.ts";
import { lengthLabel } from "../axis/lengthLabel.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { OVERLAY_COLORS } from "../picture/theme.ts";

/** The strip below the lanes that shows where each stretch came from. */
export interface SourceStrip {
  /** How much it takes, in heights of a lane. */
  readonly height: number;
  /** Its sources, each with the colour of its stretches. */
  readonly legend: readonly LegendEntry[];
  /** How long each source was followed, in words. */
  readonly summary: string;
  /** Its marks. */
  readonly marks: (plot: PlotModule) => Mark[];
}

const HEIGHT = 0.7, HALF = 0.2;
/** Opacities by turns: in grey print colours alone do not tell neighbours apart. */
const OPACITIES = [1, 0.45, 0.75, 0.25];
/** What the strip is called at the left. */
export const STRIP_LABEL = "Source";

/** Lays the strip out below lanes of a height; sources by first appearance. */
export function sourceStrip(
  rows: readonly HypnogramRow[],
  lanesHeight: number,
): SourceStrip {
  const lengths = new Map<string, number>();
  for (const { source, x1, x2 } of rows.flatMap(({ sources }) => sources)) {
    lengths.set(source, (lengths.get(source) ?? 0) + x2 - x1);
  }
  const names = [...lengths.keys()];
  const colorOf = (source: string): string =>
    OVERLAY_COLORS[names.indexOf(source) % OVERLAY_COLORS.length]!;
  const opacityOf = (source: string): number =>
    OPACITIES[names.indexOf(source) % OPACITIES.length]!;
  const middle = lanesHeight + HEIGHT / 2;
  const facet = rows.length > 1 ? { fy: "row" } : {};
  const stretches = rows.flatMap(({ key, sources }) =>
    sources.map((piece) => ({
      ...piece,
      row: key,
      y1: middle - HALF,
      y2: middle + HALF,
      color: colorOf(piece.source),
      opacity: opacityOf(piece.source),
    }))
  );
  return {
    height: HEIGHT,
    legend: names.map((name) => ({
      label: shortened(name),
      color: colorOf(name),
      opacity: opacityOf(name),
    })),
    summary: names.map((name) => `${name} ${lengthLabel(lengths.get(name)!)}`).join(", "),
    marks: (plot) => [
      plot.rect(stretches, {
        ...facet,
        x1: "x1",
        x2: "x2",
        y1: "y1",
        y2: "y2",
        fill: "color",
        fillOpacity: "opacity",
        ariaLabel: "source",
      }),
      plot.text(rows.map(({ key }) => ({ row: key })), {
        ...facet,
        y: () => middle,
        text: () => STRIP_LABEL,
        frameAnchor: "left",
        textAnchor: "end",
        dx: -8,
      }),
    ],
  };
}
