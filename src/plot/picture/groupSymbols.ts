/** Symbol that distinguishes a group without colour, in grey print or for colour-blind readers. */
export interface GroupSymbol {
  /** Outline of the symbol. */
  readonly name: "circle" | "triangle" | "square" | "diamond";
  /** `true` if only the outline is drawn. */
  readonly hollow: boolean;
}

/** Outlines around 0, 0, ten pixels high. */
const OUTLINES: Readonly<Record<GroupSymbol["name"], string>> = {
  circle: "M4.5,0A4.5,4.5 0 1,1 -4.5,0A4.5,4.5 0 1,1 4.5,0Z",
  triangle: "M0,-5L5,4H-5Z",
  square: "M-4,-4H4V4H-4Z",
  diamond: "M0,-5.5L4,0L0,5.5L-4,0Z",
};
const NAMES = Object.keys(OUTLINES) as GroupSymbol["name"][];

/** Returns the symbol of the i-th group: four filled ones, four outlines, and so on. */
export function groupSymbol(index: number): GroupSymbol {
  return {
    name: NAMES[index % NAMES.length]!,
    hollow: index % (2 * NAMES.length) >= NAMES.length,
  };
}

/** Returns the path of a symbol in a legend. */
export function symbolPath({ name }: GroupSymbol): string {
  return OUTLINES[name];
}

/** Options of Plot's dot mark. */
export interface SymbolPaint {
  readonly symbol: GroupSymbol["name"];
  /** Colour of a filled symbol. */
  readonly fill?: string;
  readonly fillOpacity?: number;
  /** Colour of an outline. */
  readonly stroke?: string;
  readonly strokeOpacity?: number;
}

/** Returns options of Plot's dot mark for the symbol of the i-th group. */
export function symbolPaint(index: number, color: string, opacity = 1): SymbolPaint {
  const { name: symbol, hollow } = groupSymbol(index);
  return hollow
    ? { symbol, stroke: color, strokeOpacity: opacity }
    : { symbol, fill: color, fillOpacity: opacity };
}
