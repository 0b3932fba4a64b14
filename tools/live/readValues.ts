/** Returns the numbers that a chart's marks carry (src/plot/picture/encodeNumbers.ts). */
export function readNumbers(text = "0|"): number[] {
  const [decimals, parts = ""] = text.split("|"), unit = 10 ** +decimals!;
  let sum = 0;
  return parts.split(" ").filter(Boolean).flatMap((part) => {
    const [step, times = 1] = part.split("*");
    return Array.from({ length: +times }, () => step === "." ? NaN : (sum += +step!) / unit);
  });
}

/** A rectangle in pixels of a chart. */
export interface Box {
  readonly x1: number;
  readonly x2: number;
  readonly y1: number;
  readonly y2: number;
}

/** Returns the boxes around the parts of a path that consists of straight lines, each from one `M` to the next. */
export function pathBoxes(d: string): Box[] {
  let x = 0, y = 0;
  return d.split(/(?=m)/i).map((part) => {
    const xs: number[] = [], ys: number[] = [];
    for (const [, letter, rest] of part.matchAll(/([mlhv])([^a-z]*)/gi)) {
      const numbers = rest!.match(/-?(\d+\.?\d*|\.\d+)/g)!.map(Number),
        kind = letter!.toLowerCase();
      const isRelative = letter === kind;
      while (numbers.length) {
        if (kind !== "v") x = numbers.shift()! + (isRelative ? x : 0);
        if (kind !== "h") y = numbers.shift()! + (isRelative ? y : 0);
        xs.push(x);
        ys.push(y);
      }
    }
    return { x1: Math.min(...xs), x2: Math.max(...xs), y1: Math.min(...ys), y2: Math.max(...ys) };
  });
}
