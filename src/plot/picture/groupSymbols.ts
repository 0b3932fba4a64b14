/** A sign that tells a group from the others where colours do not: in grey print, or to the colour blind. */
export interface GroupSymbol {
  /** Its outline. */
  readonly name: "circle" | "triangle" | "square" | "diamond";
  /** Whether only its outline is drawn. */
  readonly hollow: boolean;
}

/** Outlines about a middle of 0, 0, ten pixels high. */
const OUTLINES: Readonly<Record<GroupSymbol["name"], string>> = {
  circle: "M4.5,0A4.5,4.5 0 1,1 -4.5,0A4.5,4.5 0 1,1 4.5,0Z",
  triangle: "M0,-5L5,4H-5Z",
  square: "M-4,-4H4V4H-4Z",
  diamond: "M0,-5.5L4,0L0,5.5L-4,0Z",
};
const NAMES = Object.keys(OUTLINES) as GroupSymbol["name"][];

/** The sign of the i-th group: four that are filled, then four outlines; they repeat after the eighth. */
export function groupSymbol(index: number): GroupSymbol {
  return {
    name: NAMES[index % NAMES.length]!,
    hollow: index % (2 * NAMES.length) >= NAMES.length,
  };
}

/** The path of a sign in a legend. */
export function symbolPath({ name }: GroupSymbol): string {
  return OUTLINES[name];
}

/** Options of Plot's dot mark. */
export interface SymbolPaint {
  /** The outline. */
  readonly symbol: GroupSymbol["name"];
  /** Its colour, if it is filled. */
  readonly fill?: string;
  /** How opaque that is. */
  readonly fillOpacity?: number;
  /** Its colour, if only the outline is drawn. */
  readonly stroke?: string;
  /** How opaque that is. */
  readonly strokeOpacity?: number;
}

/** How Plot's dot mark draws the sign of the i-th group. */
export function symbolPaint(index: number, color: string, opacity = 1): SymbolPaint {
  const { name: symbol, hollow } = groupSymbol(index);
  return hollow
    ? { symbol, stroke: color, strokeOpacity: opacity }
    : { symbol, fill: color, fillOpacity: opacity };
}
