import {
  type Axes,
  axisText,
  clockText,
  numberText,
  place,
  pointText,
  rowText,
  timeText,
  to,
  valueAt,
} from "./axis.ts";
import { type Box, pathBoxes, readNumbers } from "./readValues.ts";

/** Part of a chart with a value: a mark, a point of a line, an interval of a row. */
export interface Stop {
  /** Middle, in pixels of the chart. */
  readonly x: number;
  readonly y: number;
  /** Name, then value. */
  readonly lines: () => readonly string[];
  /** Extent, if it has one. */
  readonly box?: Box;
  /** Instant, if the axes do not show it. */
  readonly t?: number | undefined;
}

/** Group of stops in a chart: a line, a stage, a kind of bar. */
export interface Series {
  /**
   * Stop that the pointer selects: of a `line` the point that is nearest from left to right, of `dots` the nearest one, of
   * `boxes` the one that holds the pointer.
   */
  readonly kind: "line" | "dots" | "boxes";
  /** Elements that draw the group. */
  readonly elements: Element[];
  readonly stops: Stop[];
}

/** Reads all parts of a chart with a value. */
export function readSeries(svg: SVGSVGElement, axes: Axes): Series[] {
  const series: Series[] = [], marks: Record<string, Series> = {};
  for (
    const element of svg.querySelectorAll<SVGGraphicsElement>(
      "[data-x],[data-said],:is(path,rect,circle,line):has(>title)",
    )
  ) {
    if (element.closest("[data-mark=header]")) continue;
    // The browser would show titles in addition to the tip.
    const title = element.querySelector(":scope>title"), { dataset } = element;
    if (title) {
      dataset.said = title.textContent;
      title.remove();
    }
    const elements = [element], { said = "", grid, x } = dataset;
    if (grid) series.push({ kind: "boxes", elements, stops: gridStops(dataset, axes) });
    else if (x) {
      const kind = element.localName === "path" && axes.x!.k !== "plain" ? "line" : "dots";
      series.push({ kind, elements, stops: pointStops(dataset, axes) });
    } else if (axes.y?.k === "rows" && element.localName === "path") {
      series.push({ kind: "boxes", elements, stops: rowStops(element, said, axes) });
    } else {
      const one = marks[paintOf(element)] ??= { kind: "boxes", elements: [], stops: [] };
      one.elements.push(element);
      // Groups may have moved the element.
      const { x, y, width, height } = element.getBBox();
      const { a, e, f } = svg.getScreenCTM()!.inverse().multiply(element.getScreenCTM()!);
      const x1 = x * a + e, y1 = y + f;
      one.stops.push(
        boxStop({ x1, y1, x2: x1 + width * a, y2: y1 + height }, () => said.split("\n")),
      );
    }
  }
  return [...series, ...Object.values(marks)].filter(({ stops }) => stops[0]);
}

/** Returns the colour of an element, also from the group that it is in. */
export function paintOf(element: Element): string {
  const of = (name: string): string | null | undefined =>
    element.closest(`[${name}]`)?.getAttribute(name);
  const fill = of("fill"), stroke = of("stroke");
  const color = fill && fill !== "none" && (fill !== "currentColor" || !stroke) ? fill : stroke;
  return `${color} ${of("fill-opacity") ?? of("stroke-opacity") ?? 1}`;
}

function boxStop(box: Box, lines: Stop["lines"]): Stop {
  return { x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2, box, lines };
}

/** Reads the points of a line, a band, or marks without titles, whose values are in attributes. */
function pointStops({ said, l = said, u, d, ...data }: DOMStringMap, { x, y }: Axes): Stop[] {
  const [ys, zs, ts] = [data.y, data.z, data.t].map(readNumbers);
  return readNumbers(data.x).flatMap((at, i) => {
    const low = ys![i]!, high = zs![i], t = x!.k === "instant" ? undefined : ts![i];
    if (isNaN(at + low)) return [];
    const value = (): string =>
      x!.k === "plain"
        ? ""
        : high === undefined
        ? pointText(low, y!, u)
        : d === undefined
        ? pointText(low, y!) + to(y) + pointText(high, y!, u)
        : pointText(high - low, y!, u);
    return {
      x: place(x!, at),
      // Values beyond the axis are at its end.
      y: Math.max(
        y!.r[1]!,
        Math.min(y!.r[0]!, place(y!, high === undefined ? low : (low + high) / 2)),
      ),
      t,
      lines: () =>
        t === undefined
          ? [axisText(at, x!), `${l ?? ""}: ${value()}`]
          : [timeText(t, x!), said ?? l ?? ""],
    };
  });
}

/** Reads the windows of rows whose values a path draws as bars. */
function gridStops({ grid, y: values, l, u }: DOMStringMap, { x, y }: Axes): Stop[] {
  const hours = +grid! / 60, bins = Math.round(24 / hours), stops: Stop[] = [];
  readNumbers(values).forEach((value, i) => {
    const day = Math.floor(i / bins), from = i % bins * hours;
    const lines = () => [
      `${rowText(day, y!, x!)}, ${clockText(from, x!)}${to(x)}${clockText(from + hours, x!, true)}`,
      `${l}: ${numberText(value, u, y!.nf)}`,
    ];
    // Double-plotted, a day is drawn next to the one before, too.
    for (let row = day, at = from; !isNaN(value) && row >= 0 && at < x!.d[1]; row--, at += 24) {
      const [x1, x2] = [place(x!, at), place(x!, at + hours)];
      stops.push(boxStop({ x1, x2, y1: place(y!, row), y2: place(y!, row + 1) }, lines));
    }
  });
  return stops;
}

/** Reads the intervals of rows that a path draws. */
function rowStops(path: Element, title: string, { x, y }: Axes): Stop[] {
  return pathBoxes(path.getAttribute("d")!).flatMap(({ x1, x2, y1, y2 }) => {
    const row = Math.floor(valueAt(y!, (y1 + y2) / 2) + 1e-6);
    const half = y1 === y2 ? Math.abs(place(y!, 1) - place(y!, 0)) / 2 : 0;
    const from = () => clockText(valueAt(x!, x1), x!);
    const until = () => x2 - x1 < .5 ? "" : to(x) + clockText(valueAt(x!, x2), x!, true);
    return y!.s![row] === undefined ? [] : boxStop(
      { x1, x2, y1: y1 - half, y2: y2 + half },
      () => [`${rowText(row, y!, x!)}, ${from()}${until()}`, title],
    );
  });
}
