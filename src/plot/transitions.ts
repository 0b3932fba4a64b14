import { CELL_BOX, CELL_MIDDLE } from "./marks/shades.ts";
import { lengthLabel } from "./picture/labels.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { epochMicros } from "../sleep/kernel/epochs.ts";
import { STAGE_TABLE, stageTableOf } from "../sleep/stages/stageTableOf.ts";
import {
  transitions as countTransitions,
  type TransitionsOptions as CountOptions,
} from "../sleep/transitions.ts";
import { optionNames } from "../options/checkOptions.ts";
import { FINDINGS } from "./picture/findings.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, UNTIMED_OPTIONS } from "./picture/pictureOptions.ts";
import type { UntimedPictureOptions } from "./picture/spec.ts";
import { stageOrder } from "./nights/lanes.ts";
import { textWidth } from "./picture/textWidth.ts";
import { DOMAINS, GRID, INK, INK_2, INK_3, LINES, ROWS, SPACES } from "./picture/theme.ts";
import { rowAxis } from "./axis/rowAxis.ts";
import { inLanguage, numberText, percentText, say, term } from "../words/language.ts";

/** Options of {@linkcode transitions}. */
export interface TransitionsOptions extends UntimedPictureOptions, Omit<CountOptions, "by"> {}

/** Opacity of a cell with probability 1: its text is still legible on light and dark. */
const STRONGEST = 0.7;

const OPTIONS = optionNames<TransitionsOptions>()(UNTIMED_OPTIONS, "epoch stages columns tz");

/**
 * Draws how likely each stage is to follow each other stage: a row for the stage of an epoch, a
 * column for the stage of the next one. Each cell has the probability (darker if higher) and the
 * number of pairs below it; the cells of a row add up to 1. Rows without pairs have dashes.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code), without overlaps, as in
 * `sleep.transitions`.
 * @throws {TypeError} if a column is missing or has another type, or a time or stage is null
 * @throws {RangeError} if stages overlap, a stage is not in the table, or the epoch is not a
 * duration
 *
 * @example Four epochs
 * ```ts
 * import { plot, sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const night = sleep.fromHypnogram([2, 2, 2, 3], { start: "2024-01-01T22:00Z" });
 * assertEquals(
 *   String(plot.transitions(night)),
 *   "Transitions between epochs of 30 s, 3 pairs: N2 stays 67 %, then N3 33 %; N3 is not followed by any",
 * );
 * ```
 */
export function transitions(frame: FrameLike, options: TransitionsOptions = {}): Picture {
  return inLanguage(options, () => drawTransitions(frame, options));
}

function drawTransitions(frame: FrameLike, options: TransitionsOptions): Picture {
  checkPictureOptions("draw transitions", options, OPTIONS);
  const { epoch = "PT30S", columns } = options;
  const data = openFrame(frame, { action: "draw transitions" });
  const { table, tableName } = stageTableOf(data, options.stages, columns?.[STAGE_TABLE]);
  const found = openFrame(
    countTransitions(data, {
      epoch,
      stages: { name: tableName, stages: table },
      ...(columns === undefined ? {} : { columns }),
    }),
  ).read(
    { from: "int64", to: "int64", count: "int64", probability: "float64" },
  );
  const indices = new Map(table.map(({ stage }, index) => [stage, index]));
  const pairs = Array.from(found.from.values, (from, i) => ({
    from: indices.get(Number(from))!,
    to: indices.get(Number(found.to.values[i]!))!,
    count: Number(found.count.values[i]!),
    probability: found.probability.valid?.[i] === 0 ? null : found.probability.values[i]!,
  }));
  if (pairs.length === 0) {
    return noData("transitions", say("Transitions between stages"), frame, options, "numbers");
  }
  const order = stageOrder(table).filter((index) => pairs.some(({ from }) => from === index));
  const names = order.map((index, i) => ({ at: i + 0.5, text: term(table[index]!.label) }));
  const cells = pairs.map((pair) => ({
    ...pair,
    x: order.indexOf(pair.to),
    y: order.indexOf(pair.from),
    text: pair.probability === null ? "\u2013" : percentText(100 * pair.probability),
    times: pair.count === 0 ? "" : numberText(pair.count),
  }));
  const total = cells.reduce((sum, { count }) => sum + count, 0);
  const length = lengthLabel(epochMicros(epoch) / 1000);
  const size = order.length;
  const likeliest = Math.max(
    ...cells.map(({ from, to, probability }) => from === to ? 0 : probability ?? 0),
  ) || 1;
  return chart({
    name: "transitions",
    summary: `${say("Transitions between epochs of {length}, {n} pairs", { length, n: total })}: ${
      order.map((index) => rowSummary(cells.filter(({ from }) => from === index), table)).join("; ")
    }`,
    title: say("Transitions between stages, from one epoch of {length} to the next", { length }),
    finding: mostMoves(cells, table),
    source: say("share, and number of pairs below; shaded: changes of stage"),
    x: { domain: [0, size] },
    y: rowAxis(size, names.map(({ at, text }) => ({ y: at, text })), {
      least: textWidth(say("From")),
    }),
    margin: { top: 2 * LINES.label },
    height: size * ROWS.cell,
    marks: (plot, axes) => {
      const edge = { fill: INK_2, lineAnchor: "bottom" } as const;
      return [
        plot.rect(cells, {
          ...CELL_BOX,
          inset: 1,
          fill: DOMAINS.sleep,
          // Staying in a stage is far more likely than any change, and would outshine them all.
          fillOpacity: ({ from, to, probability }: Cell) =>
            from === to ? 0 : STRONGEST * (probability ?? 0) / likeliest,
          stroke: GRID,
          title: ({ from, to, text, count }: Cell & { text: string }) =>
            `${
              say("{from} to {to}|stages", {
                from: term(table[from]!.label),
                to: term(table[to]!.label),
              })
            }: ${text}, ${
              count === 1 ? say("1 pair") : say("{n} pairs", { n: numberText(count) })
            }`,
        }),
        ...[true, false].flatMap((isMove) => {
          const own = cells.filter(({ from, to, count }) => count > 0 && (from !== to) === isMove);
          const look = { ...CELL_MIDDLE, fill: isMove ? INK : INK_2 };
          return [
            plot.text(own, {
              ...look,
              text: "text",
              ...isMove ? { fontWeight: 600 } : {},
              dy: -LINES.label / 2,
            }),
            plot.text(own, { ...look, text: "times", dy: LINES.label / 2 }),
          ];
        }),
        plot.text(cells.filter(({ count }) => count === 0), {
          ...CELL_MIDDLE,
          text: "text",
          fill: INK_3,
        }),
        plot.text(names, {
          x: "at",
          text: "text",
          frameAnchor: "top",
          lineAnchor: "bottom",
          dy: -SPACES.near,
        }),
        ...axes.y,
        plot.text([say("To")], { ...edge, frameAnchor: "top", dy: -SPACES.near - LINES.label }),
        plot.text([say("From")], {
          ...edge,
          frameAnchor: "top-left",
          textAnchor: "end",
          dx: -SPACES.near,
          dy: -SPACES.near,
        }),
      ];
    },
  }, options);
}

type Cell = { to: number; from: number; count: number; probability: number | null };

/** Returns the most frequent change of stage. */
function mostMoves(
  cells: readonly Cell[],
  table: readonly { label: string }[],
): string | undefined {
  const moves = cells.filter(({ from, to, count }) => from !== to && count > 0);
  const [first] = moves.toSorted((a, b) => b.count - a.count);
  if (first === undefined) return undefined;
  const all = moves.reduce((sum, { count }) => sum + count, 0);
  return FINDINGS.moves(
    term(table[first.from]!.label),
    term(table[first.to]!.label),
    numberText(first.count),
    numberText(all),
  );
}

function rowSummary(row: readonly Cell[], table: readonly { label: string }[]): string {
  const label = (index: number): string => term(table[index]!.label);
  const from = row[0]!.from;
  const likely = row.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  if (likely.length === 0) return say("{stage} is not followed by any", { stage: label(from) });
  const percent = ({ probability }: Cell): string => percentText(100 * probability!);
  const stays = likely.find(({ to }) => to === from);
  const next = likely.filter((cell) => cell !== stays).map((cell) =>
    `${label(cell.to)} ${percent(cell)}`
  );
  const stage = label(from), share = stays === undefined ? percentText(0) : percent(stays);
  return next.length === 0
    ? say("{stage} stays {share}", { stage, share })
    : say("{stage} stays {share}, then {stages}", { stage, share, stages: next.join(", ") });
}
