import {
  type Axes,
  type Axis,
  axisText,
  clockText,
  numberText,
  place,
  pointText,
  rowText,
  timeText,
  valueAt,
} from "./axis.ts";
import { type Box, pathBoxes, readNumbers } from "./readValues.ts";

/** Something of a picture that has a value: a mark, a point of a line, an interval of a row. */
export interface Stop {
  /** Its middle, in pixels of the picture. */
  readonly x: number;
  readonly y: number;
  /** What it is, then its value. */
  readonly lines: () => readonly string[];
  /** Where it lies, if it has an extent. */
  readonly box?: Box;
  /** Its instant, where the axes do not say it. */
  readonly t?: number | undefined;
}

/** What belongs together in a picture: a line, a stage, a kind of bar. */
export interface Series {
  /**
   * What counts: of a `line` the point that is nearest from left to right, of `dots` the nearest one, of
   * `boxes` the one that holds the pointer.
   */
  readonly kind: "line" | "dots" | "boxes";
  /** What draws it. */
  readonly elements: readonly Element[];
  readonly stops: readonly Stop[];
}

const TEXT = new WeakMap<Element, string>();

/** Takes the texts out of `<title>`s, which the browser would show in addition to the tip. */
function takeTitle(element: Element): string | undefined {
  const title = element.querySelector(":scope > title");
  if (title !== null) {
    TEXT.set(element, title.textContent ?? "");
    title.remove();
    element.setAttribute("data-said", "");
  }
  return TEXT.get(element);
}

/** Everything in a picture that has a value. */
export function readSeries(svg: SVGSVGElement, axes: Axes): Series[] {
  const series: Series[] = [], marks = new Map<string, { element: Element; stop: Stop }[]>();
  for (
    const element of svg.querySelectorAll(
      "[data-x], [data-said], :is(path, rect, circle, line):has(> title)",
    )
  ) {
    if (element.closest("[data-mark=header]")) continue;
    const title = takeTitle(element);
    if (element.hasAttribute("data-grid")) {
      series.push({ kind: "boxes", elements: [element], stops: gridStops(element, axes) });
    } else if (element.hasAttribute("data-x")) {
      series.push(joined(element, title, axes));
    } else if (axes.y?.k === "rows" && element.localName === "path") {
      const stops = rowStops(element, title ?? "", axes);
      if (stops.length > 0) series.push({ kind: "boxes", elements: [element], stops });
    } else if (title !== undefined) {
      const key = paintOf(element), list = marks.get(key) ?? [];
      list.push({ element, stop: markStop(svg, element, title) });
      marks.set(key, list);
    }
  }
  for (const list of marks.values()) {
    series.push({
      kind: "boxes",
      elements: list.map(({ element }) => element),
      stops: list.map(({ stop }) => stop),
    });
  }
  return series;
}

/** What colour an element has, also from the group that it stands in. */
export function paintOf(element: Element): string {
  const of = (name: string): string | null =>
    element.closest(`[${name}]`)?.getAttribute(name) ?? null;
  const fill = of("fill"), stroke = of("stroke");
  const color = fill === null || fill === "none" || fill === "currentColor" && stroke
    ? stroke
    : fill;
  return `${color} ${of("fill-opacity") ?? of("stroke-opacity") ?? 1}`;
}

/** A box in the pixels of the picture, wherever its groups have moved the element. */
function boxOf(svg: SVGSVGElement, element: Element): Box {
  const inner = (element as SVGGraphicsElement).getBBox();
  const from = (element as SVGGraphicsElement).getScreenCTM(), to = svg.getScreenCTM();
  const matrix = from && to ? to.inverse().multiply(from) : { a: 1, e: 0, f: 0 };
  const x1 = inner.x * matrix.a + matrix.e, y1 = inner.y + matrix.f;
  return { x1, y1, x2: x1 + inner.width * matrix.a, y2: y1 + inner.height };
}

function markStop(svg: SVGSVGElement, element: Element, title: string): Stop {
  const box = boxOf(svg, element);
  return {
    x: (box.x1 + box.x2) / 2,
    y: (box.y1 + box.y2) / 2,
    box,
    lines: () => title.split("\n"),
  };
}

/** A line, a band, or marks without titles, whose values stand in attributes. */
function joined(element: Element, title: string | undefined, axes: Axes): Series {
  const numbers = (name: string): number[] => {
    const text = element.getAttribute(`data-${name}`);
    return text === null ? [] : readNumbers(text);
  };
  const label = element.getAttribute("data-l") ?? title ?? "";
  const unit = element.getAttribute("data-u") ?? undefined;
  const xs = numbers("x"), ys = numbers("y"), zs = numbers("z"), ts = numbers("t");
  const { x, y } = axes as Required<Axes>;
  const stops = xs.flatMap((at, i): Stop[] => {
    const low = ys[i]!, high = zs[i];
    if (Number.isNaN(at) || Number.isNaN(low)) return [];
    const time = ts[i] === undefined || x.k === "instant" ? undefined : ts[i];
    return [{
      x: place(x, at),
      y: place(y, high === undefined ? low : (low + high) / 2),
      t: time,
      lines: () => {
        const value = x.k === "plain"
          ? ""
          : high === undefined
          ? pointText(low, y, unit)
          : element.hasAttribute("data-d")
          ? pointText(high - low, y, unit)
          : `${pointText(low, y)} to ${pointText(high, y, unit)}`;
        return time === undefined
          ? [axisText(at, x), `${label}: ${value}`]
          : [timeText(time, x), title ?? label];
      },
    }];
  });
  const isLine = element.localName === "path" && x.k !== "plain";
  return { kind: isLine ? "line" : "dots", elements: [element], stops };
}

/** The windows of rows whose values a path draws as bars. */
function gridStops(element: Element, { x, y }: Axes): Stop[] {
  const hours = Number(element.getAttribute("data-grid")) / 60, bins = Math.round(24 / hours);
  const values = readNumbers(element.getAttribute("data-y")!);
  const label = element.getAttribute("data-l")!, unit = element.getAttribute("data-u") ?? undefined;
  const stops: Stop[] = [];
  values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    const day = Math.floor(i / bins), from = (i % bins) * hours;
    // Double-plotted, a day stands beside the one before, too.
    for (let row = day, start = from; row >= 0 && start < x!.d[1]; row--, start += 24) {
      const box = {
        x1: place(x!, start),
        x2: place(x!, start + hours),
        y1: place(y!, row),
        y2: place(y!, row + 1),
      };
      stops.push({
        x: (box.x1 + box.x2) / 2,
        y: (box.y1 + box.y2) / 2,
        box,
        lines: () => [
          `${rowText(day, y!, x!)}, ${clockText(from, x!)} to ${clockText(from + hours, x!, true)}`,
          `${label}: ${numberText(value, unit)}`,
        ],
      });
    }
  });
  return stops;
}

/** The intervals of rows that a path draws. */
function rowStops(element: Element, title: string, { x, y }: Axes): Stop[] {
  return pathBoxes(element.getAttribute("d") ?? "").map((found): Stop => {
    const middle = (found.y1 + found.y2) / 2, row = Math.floor(valueAt(y!, middle) + 1e-6);
    const half = Math.abs(place(y!, 1) - place(y!, 0)) / 2;
    const box = found.y1 === found.y2 ? { ...found, y1: middle - half, y2: middle + half } : found;
    return {
      x: (box.x1 + box.x2) / 2,
      y: middle,
      box,
      lines: () => rowLines(box, row, title, x!, y!),
    };
  }).filter((stop) => stop.lines().length > 0);
}

function rowLines(box: Box, row: number, title: string, x: Axis, y: Axis): string[] {
  if (y.s?.[row] === undefined) return [];
  const from = clockText(valueAt(x, box.x1), x), to = clockText(valueAt(x, box.x2), x, true);
  const times = box.x2 - box.x1 < 0.5 ? from : `${from} to ${to}`;
  return [`${rowText(row, y, x)}, ${times}`, title];
}
