import { OTHERS, ROOMS } from "../../tests/project/importRule.ts";
import type { Source } from "./sources.ts";

/** Number of files of a folder that import from another: folder, then folder, then files. */
export type Graph = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Returns the folders of `src/`, each with the folders that it imports from. */
export function folderGraph(sources: readonly Source[]): Graph {
  const graph = new Map<string, Map<string, number>>();
  for (const { path, imports } of sources) {
    const from = folderOf(path);
    const row = graph.get(from) ?? new Map<string, number>();
    graph.set(from, row);
    for (const target of imports) {
      const to = folderOf(target);
      if (to !== from && target.startsWith("src/")) row.set(to, (row.get(to) ?? 0) + 1);
    }
  }
  return graph;
}

const folderOf = (path: string): string => path.split("/")[1]!;

/**
 * Returns the rank of each folder: 0 without imports from other folders, otherwise one more than
 * the highest rank that it imports from.
 */
export function ranks(graph: Graph): Map<string, number> {
  const found = new Map<string, number>();
  const rank = (folder: string): number => {
    const known = found.get(folder);
    if (known !== undefined) return known;
    const below = [...graph.get(folder)?.keys() ?? []].map(rank);
    const height = below.length === 0 ? 0 : Math.max(...below) + 1;
    found.set(folder, height);
    return height;
  };
  for (const folder of graph.keys()) rank(folder);
  return found;
}

const CELL = 34, LEFT = 84, TOP = 78, RIGHT = 400, ROOMS_A_LINE = 8;

/**
 * Draws imports between folders: a row and a column for each, from the highest to the lowest, with
 * the number of imports. A number left of the diagonal is an import in the wrong direction.
 */
export function layersPicture(graph: Graph): string {
  const height = ranks(graph);
  const folders = [...graph.keys()]
    .toSorted((a, b) => height.get(b)! - height.get(a)! || (a < b ? -1 : 1));
  const side = folders.length * CELL;
  const most = Math.max(...[...graph.values()].flatMap((row) => [...row.values()]));
  const cells = folders.flatMap((from, y) =>
    folders.flatMap((to, x) => {
      const imports = graph.get(from)!.get(to);
      const at = `x="${LEFT + x * CELL}" y="${TOP + y * CELL}"`;
      if (from === to) return `<rect class="own" ${at} width="${CELL}" height="${CELL}"/>`;
      if (imports === undefined) return [];
      const shade = (0.12 + 0.6 * Math.sqrt(imports / most)).toFixed(2);
      return `<g><title>${from} imports from ${to} ${
        imports === 1 ? "once" : `${imports} times`
      }</title>` +
        `<rect class="cell" ${at} width="${CELL}" height="${CELL}" fill-opacity="${shade}"/>` +
        `<text class="count" x="${LEFT + (x + 0.5) * CELL}" y="${TOP + (y + 0.5) * CELL}">` +
        `${imports}</text></g>`;
    })
  );
  const names = folders.flatMap((folder, i) => {
    const middle = (i + 0.5) * CELL;
    const rooms = (ROOMS[folder] ?? []).toReversed()
      .map((room) => room === OTHERS ? "one per vendor" : room);
    const lines = rooms.length > ROOMS_A_LINE
      ? [rooms.slice(0, ROOMS_A_LINE), rooms.slice(ROOMS_A_LINE)]
      : [rooms];
    const roomsAt = (line: number): number => TOP + middle + 14 * (line - (lines.length - 1) / 2);
    return [
      `<text class="row" x="${LEFT - 8}" y="${TOP + middle}">${folder}</text>`,
      `<text class="column" transform="translate(${LEFT + middle} ${
        TOP - 8
      })rotate(-60)">${folder}</text>`,
      ...lines.map((each, line) =>
        `<text class="rooms" x="${LEFT + side + 10}" y="${roomsAt(line)}">${
          each.join(" · ")
        }</text>`
      ),
    ];
  });
  const lines = Array.from({ length: folders.length + 1 }, (_, i) => {
    const at = i * CELL;
    return `<path d="M${LEFT} ${TOP + at}h${side}M${LEFT + at} ${TOP}v${side}"/>`;
  });
  const width = LEFT + side + RIGHT, bottom = TOP + side;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 10}" ` +
    `width="${width}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>Which folder of src/ imports from which, and the rooms of each</title>
<style>
text { dominant-baseline: central; fill: #222; }
.row { text-anchor: end; font-weight: 600; }
.column { font-weight: 600; }
.count { text-anchor: middle; font-size: 11px; }
.rooms { fill: #555; font-size: 11px; }
.cell { fill: #4269d0; }
.own { fill: #d6dae0; }
path { stroke: #e3e6ea; fill: none; }
</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT + side + 10}" y="${TOP - 14}" class="rooms">rooms, the highest first</text>
${lines.join("\n")}
${[...cells, ...names].join("\n")}
</svg>
`;
}
