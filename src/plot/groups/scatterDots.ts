/** Points of a group. */
export interface Points {
  /** The group's colour. */
  readonly color: string;
  /** Where each lies from left to right. */
  readonly x: Float64Array;
  /** Where each lies from bottom to top; as long. */
  readonly y: Float64Array;
}

/** A square with points in it, by its middle. */
export interface Cell {
  /** Its middle. */
  readonly x: number;
  /** Its middle. */
  readonly y: number;
  /** How many points lie in it. */
  readonly n: number;
}

/** Points that are too many to be drawn one by one. */
export interface Crowd {
  /** The side of a square in pixels. */
  readonly side: number;
  /** The width of a square on the x axis. */
  readonly width: number;
  /** The squares of each group that hold points. */
  readonly cells: readonly (readonly Cell[])[];
  /** How opaque squares are by how many points they hold: from `from` on. */
  readonly levels: readonly {
    readonly from: number;
    readonly label: string;
    readonly opacity: number;
  }[];
}

/** So many points are drawn one by one. */
const MOST_DOTS = 2000;
const SIDE = 6;
const OPACITIES = [0.25, 0.5, 0.75, 1];

/**
 * Points counted in squares, if there are more than 2000: a million look as many as they are, where
 * dots over dots would all look the same. Undefined if there are fewer.
 */
export function crowds(
  groups: readonly Points[],
  domain: { x: readonly [number, number]; y: readonly [number, number] },
  frame: { width: number; height: number },
): Crowd | undefined {
  if (groups.reduce((sum, { x }) => sum + x.length, 0) <= MOST_DOTS) return undefined;
  const [left, right] = domain.x, [bottom, top] = domain.y;
  const columns = Math.max(1, Math.floor(frame.width / SIDE));
  const rows = Math.max(1, Math.floor(frame.height / SIDE));
  const width = (right - left) / columns, height = (top - bottom) / rows;
  let most = 1;
  const cells = groups.map(({ x, y }) => {
    const counts = new Uint32Array(columns * rows);
    for (let i = 0; i < x.length; i++) {
      const column = Math.min(columns - 1, Math.floor((x[i]! - left) / width));
      const row = Math.min(rows - 1, Math.floor((y[i]! - bottom) / height));
      most = Math.max(most, ++counts[row * columns + column]!);
    }
    const found: Cell[] = [];
    counts.forEach((n, place) => {
      if (n === 0) return;
      found.push({
        x: left + (place % columns + 0.5) * width,
        y: bottom + (Math.floor(place / columns) + 0.5) * height,
        n,
      });
    });
    return found;
  });
  return {
    side: Math.max(frame.width / columns, frame.height / rows),
    width,
    cells,
    levels: levels(most),
  };
}

/** At most four levels, each of as many times more points as the one before. */
function levels(most: number): Crowd["levels"] {
  const factor = Math.max(2, Math.ceil((most + 1) ** (1 / OPACITIES.length)));
  const froms = OPACITIES.map((_, i) => factor ** i).filter((from) => from <= most);
  return froms.map((from, i) => {
    const to = (froms[i + 1] ?? most + 1) - 1;
    return {
      from,
      opacity: OPACITIES[OPACITIES.length - froms.length + i]!,
      label: from === to
        ? from === 1 ? "1 row" : `${from} rows`
        : `${from.toLocaleString("en-US")} to ${to.toLocaleString("en-US")} rows`,
    };
  });
}
