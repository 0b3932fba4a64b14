import type { LegendEntry } from "./header.ts";
import type { Ends, PictureSpec, Relayout, SharedAxes } from "./spec.ts";

/**
 * Pictures with what they share: y axes that show the same reach over the values of all, x axes of one
 * column over the times of all, and where legends agree there is one for all.
 *
 * @param columns How many stand in a row.
 * @param options With `everyX` all x axes that show the same have the same ends, not only those below each other.
 */
export function shareAxes(
  specs: readonly PictureSpec[],
  columns: number,
  { everyX = columns === 1 }: { everyX?: boolean } = {},
): { specs: readonly PictureSpec[]; legend: readonly LegendEntry[] } {
  const shared = sharedLegend(specs);
  const changes = specs.map(({ axes }, i): Relayout => {
    if (axes === undefined) return {};
    const beside = specs.flatMap(({ axes }) => axes ?? []);
    const { xKey, yKey } = axes;
    const sameX = everyX ? beside.filter((other) => xKey && other.xKey === xKey) : [];
    const sameY = beside.filter((other) => yKey && other.yKey === yKey);
    return {
      x: sameX.length > 1 ? union(sameX.map(({ x }) => x)) : undefined,
      y: sameY.length > 1 ? union(sameY.map(({ y }) => y)) : undefined,
      withoutLegend: shared !== undefined,
      bare: columns === 1 && sameX.length === specs.length && i + 1 < specs.length,
    };
  });
  const relaid = specs.map((spec, i) => spec.axes?.with(changes[i]!) ?? spec);
  return {
    specs: columns === 1 ? aligned(relaid) : levelled(relaid, columns),
    legend: shared ?? [],
  };
}

/**
 * One legend for all: that of each where they are alike, and of pictures of one kind what any of them has,
 * such as what stands for no data. Undefined where one sign would have two meanings, or one meaning two
 * signs: then each keeps its own.
 */
function sharedLegend(specs: readonly PictureSpec[]): readonly LegendEntry[] | undefined {
  const legends = specs.map(({ axes }) => axes?.legend ?? []);
  const keys = legends.map((legend) => JSON.stringify(legend));
  if (specs.length < 2 || keys.every((key) => key === "[]")) return undefined;
  if (keys.every((key) => key === keys[0])) return legends[0];
  if (specs.some(({ name }) => name !== specs[0]!.name)) return undefined;
  const byLabel = new Map<string, string>(), bySign = new Map<string, string>();
  const entries = legends.flat().filter((entry) => {
    const { label, ...look } = entry, sign = JSON.stringify(look);
    const isNew = !byLabel.has(label) && !bySign.has(sign);
    if (isNew) {
      byLabel.set(label, sign);
      bySign.set(sign, label);
    }
    return isNew;
  });
  const isClear = legends.flat().every(({ label, ...look }) =>
    byLabel.get(label) === JSON.stringify(look)
  );
  return isClear ? entries : undefined;
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

/** Pictures of one quantity beside each other, whose frames begin at one height: so their values compare. */
function levelled(specs: readonly PictureSpec[], columns: number): PictureSpec[] {
  return specs.map((spec, i) => {
    const { axes } = spec, first = i - i % columns;
    if (axes?.yKey === undefined) return spec;
    const row = specs.slice(first, first + columns).flatMap((other) =>
      other.axes !== undefined && other.axes.yKey === axes.yKey ? [other.axes.top] : []
    );
    const top = Math.max(...row) - axes.top;
    return top === 0 ? spec : axes.with({ top });
  });
}

/** The ends that hold all: axes that run down from the top stay so. */
function union(ends: readonly Ends[]): Ends {
  const low = Math.min(...ends.flat()), high = Math.max(...ends.flat());
  return ends[0]![0] <= ends[0]![1] ? [low, high] : [high, low];
}
