import type { LegendEntry } from "./header.ts";
import type { Ends, PictureSpec, Relayout, SharedAxes } from "./spec.ts";

/**
 * Shares axes and legends among charts: y axes of the same quantity cover the values of all,
 * stacked x axes of times that overlap cover all of them, and matching legends become one.
 *
 * @param columns Number of charts in a row.
 * @param options With `everyX`, all x axes with the same key have the same ends.
 */
export function shareAxes(
  specs: readonly PictureSpec[],
  columns: number,
  { everyX = false }: { everyX?: boolean } = {},
): { specs: readonly PictureSpec[]; legend: readonly LegendEntry[] } {
  const shared = sharedLegend(specs);
  const changes = specs.map(({ axes }, i): Relayout => {
    if (axes === undefined) return {};
    const beside = specs.flatMap(({ axes }) => axes ?? []);
    const { xKey, yKey } = axes;
    const sameX = beside.filter((other) =>
      xKey && other.xKey === xKey &&
      (everyX || (columns === 1 && overlap(other.x, axes.x)))
    );
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
 * Returns one legend for all charts, if they are equal; charts of one kind also share entries that
 * only some have, such as missing data. Returns `undefined` if one symbol would have two meanings,
 * or one meaning two symbols: each chart then keeps its own.
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

/** Aligns the left and right edges of stacked frames. */
function aligned(specs: readonly PictureSpec[]): PictureSpec[] {
  const most = (of: (axes: SharedAxes) => number): number =>
    Math.max(...specs.map(({ axes }) => axes === undefined ? 0 : of(axes)));
  const left = most((axes) => axes.left), right = most((axes) => axes.right);
  return specs.map((spec) =>
    spec.axes?.with({ left: left - spec.axes.left, right: right - spec.axes.right }) ?? spec
  );
}

/** Aligns the top of frames of one quantity side by side, so that their values compare. */
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

function overlap([a, b]: Ends, [c, d]: Ends): boolean {
  return Math.min(b, d) > Math.max(a, c);
}

/** Returns ends that enclose all the given ones; reversed axes stay reversed. */
function union(ends: readonly Ends[]): Ends {
  const low = Math.min(...ends.flat()), high = Math.max(...ends.flat());
  return ends[0]![0] <= ends[0]![1] ? [low, high] : [high, low];
}
