/** Numbers as a picture's marks carry them (src/plot/picture/encodeNumbers.ts). */
export function readNumbers(text: string): number[] {
  const bar = text.indexOf("|"), unit = 10 ** Number(text.slice(0, bar)), values: number[] = [];
  let sum = 0;
  for (const part of text.slice(bar + 1).split(" ")) {
    const [step, times = "1"] = part.split("*");
    for (let i = Number(times); i > 0 && step !== ""; i--) {
      values.push(step === "." ? NaN : (sum += Number(step)) / unit);
    }
  }
  return values;
}

/** A rectangle in the pixels of a picture. */
export interface Box {
  readonly x1: number;
  readonly x2: number;
  readonly y1: number;
  readonly y2: number;
}

/** The boxes around the parts of a path that consists of straight lines, each from one `M` to the next. */
export function pathBoxes(d: string): Box[] {
  const boxes: Box[] = [];
  let x = 0, y = 0, box: { x1: number; x2: number; y1: number; y2: number } | undefined;
  const to = (nextX: number, nextY: number): void => {
    x = nextX;
    y = nextY;
    if (box === undefined) boxes.push(box = { x1: x, x2: x, y1: y, y2: y });
    box.x1 = Math.min(box.x1, x);
    box.x2 = Math.max(box.x2, x);
    box.y1 = Math.min(box.y1, y);
    box.y2 = Math.max(box.y2, y);
  };
  for (const [, letter, rest] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const n = (rest!.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    switch (letter) {
      case "M":
      case "m":
        box = undefined;
        to(letter === "M" ? n[0]! : x + n[0]!, letter === "M" ? n[1]! : y + n[1]!);
        break;
      case "L":
      case "l":
        for (let i = 0; i + 1 < n.length; i += 2) {
          to(letter === "L" ? n[i]! : x + n[i]!, letter === "L" ? n[i + 1]! : y + n[i + 1]!);
        }
        break;
      case "H":
      case "h":
        to(letter === "H" ? n[0]! : x + n[0]!, y);
        break;
      case "V":
      case "v":
        to(x, letter === "V" ? n[0]! : y + n[0]!);
    }
  }
  return boxes;
}
