import type { LegendEntry } from "./header.ts";
import type { Ends, PictureSpec, Relayout, SharedAxes } from "./spec.ts";

/**
 * Pictures with what they share: y axes that show the same reach over the values of all, x axes of one
 * column over the times of all, and where all legends are alike there is one for all.
 *
 * @param columns How many stand in a row.
 * @param options With `everyX` all x axes that show the same have the same ends, not only those below each other.
 */
export function shareAxes(
  specs: readonly PictureSpec[],
  columns: number,
  { everyX = columns === 1 }: { everyX?: boolean } = {},
): { specs: readonly PictureSpec[]; legend: readonly LegendEntry[] } {
  const legends = specs.map(({ axes }) => JSON.stringify(axes?.legend ?? []));
  const sharesLegend = specs.length > 1 && legends.every((legend) => legend === legends[0]) &&
    legends[0] !== "[]";
  const changes = specs.map(({ axes }, i): Relayout => {
    if (axes === undefined) return {};
    const beside = specs.flatMap(({ axes }) => axes ?? []);
    const { xKey, yKey } = axes;
    const sameX = everyX ? beside.filter((other) => xKey && other.xKey === xKey) : [];
    const sameY = beside.filter((other) => yKey && other.yKey === yKey);
    return {
      x: sameX.length > 1 ? union(sameX.map(({ x }) => x)) : undefined,
      y: sameY.length > 1 ? union(sameY.map(({ y }) => y)) : undefined,
      withoutLegend: sharesLegend,
      bare: columns === 1 && sameX.length === specs.length && i + 1 < specs.length,
    };
  });
  const relaid = specs.map((spec, i) => spec.axes?.with(changes[i]!) ?? spec);
  return {
    specs: columns === 1 ? aligned(relaid) : relaid,
    legend: sharesLegend ? specs[0]!.axes!.legend : [],
  };
}

/** Pictures below each other whose frames begin and end in one line. */
function aligned(specs: readonly PictureSpec[]): PictureSpec[] {
  const most = (of: (axes: SharedAxes) => number): number =>
    Math.max(...specs.map(({ axes }) => axes === undefined ? 0 : of(axes)));
  const left = most((axes) => axes.left), right = most((axes) => axes.right);
  return specs.map((spec) =>
    spec.axes?.with({ left: left - spec.axes.left, right: right - spec.axes.right }) ?? spec
  );
}

/** The ends that hold all: axes that run down from the top stay so. */
function union(ends: readonly Ends[]): Ends {
  const low = Math.min(...ends.flat()), high = Math.max(...ends.flat());
  return ends[0]![0] <= ends[0]![1] ? [low, high] : [high, low];
}
