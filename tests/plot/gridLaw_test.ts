import { assert, assertEquals } from "@std/assert";
import {
  DASHES,
  FONT_SIZE,
  GRID,
  GUTTERS,
  LEAST_GUTTERED,
  LINES,
  NOTE_SIZE,
  SPACES,
  STROKES,
  SUBTITLE_SIZE,
  TITLE_SIZE,
} from "../../src/plot/picture/theme.ts";
import { found, number, parsed, type SvgElement } from "./svg.ts";

const FOLDER = new URL("../pictures/", import.meta.url);
const PICTURES = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).toSorted()
  .map((name) => ({ name, svg: Deno.readTextFileSync(new URL(name, FOLDER)) }));

/** Charts without axes on the left: their frames are centred, or as wide as the chart. */
const WITHOUT_AXES = /^(dayPath|polarClock)/;

Deno.test("all charts share two left and two right edges", () => {
  const lefts = new Set<number>(), rights = new Set<number>();
  for (const { svg } of PICTURES.filter(({ name }) => !WITHOUT_AXES.test(name))) {
    const panels = found(svg, "svg svg");
    for (const chart of panels.length > 0 ? panels : [parsed(svg)]) {
      const width = Number(chart.getAttribute("viewBox")!.split(" ")[2]), lines = gridLines(chart);
      if (width < LEAST_GUTTERED || lines.length === 0) continue;
      lefts.add(Math.min(...lines.map((line) => number(line, "x1"))));
      rights.add(width - Math.max(...lines.map((line) => number(line, "x2"))));
    }
  }
  assertEquals([...lefts].toSorted(), [...GUTTERS.left]);
  assertEquals([...rights].toSorted((a, b) => a - b), [...GUTTERS.right]);
});

/** Returns the horizontal grid lines of a chart. */
function gridLines(chart: SvgElement): SvgElement[] {
  return [...chart.querySelectorAll("[aria-label=rule] line")].filter((line) =>
    number(line, "y1") === number(line, "y2") &&
    [line, line.parentElement!].some((one) => one.getAttribute("stroke") === GRID)
  );
}

Deno.test("strokes have three widths and dashes two patterns, one for each meaning", () => {
  const widths: number[] = Object.values(STROKES);
  const dashes = Object.values<string>(DASHES);
  const widest = Math.max(...widths);
  assertEquals(
    values("stroke-width").filter((width) => Number(width) <= widest).toSorted(),
    widths.map(String).toSorted(),
  );
  for (const width of values("stroke-width")) {
    assert(widths.includes(Number(width)) || Number(width) >= LEAST_BAR, `a line of ${width} px`);
  }
  assertEquals(values("stroke-dasharray").toSorted(), dashes.toSorted());
});

Deno.test("texts have four sizes and two weights", () => {
  const sizes = [NOTE_SIZE, FONT_SIZE, SUBTITLE_SIZE, TITLE_SIZE];
  assertEquals(values("font-size").toSorted(), sizes.map(String).toSorted());
  assertEquals(values("font-weight"), ["600"]);
});

Deno.test("the lines of a header and of a source line have one distance per kind", () => {
  const distances = new Map<string, Set<number>>();
  const kinds = new Map([[TITLE_SIZE, "title"], [SUBTITLE_SIZE, "subtitle"], [NOTE_SIZE, "note"]]);
  const add = (name: string, pixels: number): void => {
    distances.set(name, (distances.get(name) ?? new Set()).add(pixels));
  };
  for (const { svg } of PICTURES) {
    const panels = found(svg, "svg svg");
    for (const chart of panels.length > 0 ? panels : [parsed(svg)]) {
      const bottom = Number(chart.getAttribute("viewBox")!.split(" ")[3]);
      const texts = [
        ...chart.querySelectorAll("[aria-label=header] > text"),
        ...[...chart.children].filter(({ tagName }) => tagName === "text"),
      ].map((text) => ({
        kind: kinds.get(number(text, "font-size")) ?? "legend",
        y: number(text, "y"),
      })).toSorted((a, b) => a.y - b.y);
      texts.slice(1).forEach(({ kind, y }, i) => {
        const { kind: above, y: from } = texts[i]!;
        if (y > from && (kind === "note") === (above === "note")) add(`${above} ${kind}`, y - from);
      });
      const last = texts.at(-1);
      if (last?.kind === "note") add("below the source", bottom - last.y);
    }
  }
  assertEquals(
    Object.fromEntries([...distances].map(([name, pixels]) => [name, [...pixels]])),
    {
      "title title": [LINES.title],
      "title subtitle": [23],
      "subtitle subtitle": [LINES.subtitle],
      "subtitle legend": [27, 27 + SPACES.near], // with a strip of steps above its numbers
      "legend legend": [LINES.legend],
      "note note": [LINES.note],
      "below the source": [SPACES.tight],
    },
  );
});

Deno.test("labels beside a frame have one distance from it", () => {
  const distances = new Set<number>();
  for (const { svg } of PICTURES.filter(({ name }) => !WITHOUT_AXES.test(name))) {
    for (const chart of [parsed(svg), ...found(svg, "svg svg")]) {
      const lines = gridLines(chart);
      if (lines.length === 0 || chart.querySelector("svg") !== null) continue;
      const left = Math.min(...lines.map((line) => number(line, "x1")));
      const right = Math.max(...lines.map((line) => number(line, "x2")));
      for (const group of chart.querySelectorAll("[aria-label=text]")) {
        const anchor = group.getAttribute("text-anchor");
        for (const text of group.querySelectorAll("text")) {
          const x = shift(group) + shift(text);
          if (anchor === "end" && x < left) distances.add(left - x);
          if (anchor === "start" && x > right) distances.add(x - right);
        }
      }
    }
  }
  const symbol = 14;
  assertEquals([...distances].toSorted(), [SPACES.near + symbol, SPACES.near].toSorted());
});

/** Returns the pixels by which an element is moved to the right. */
function shift(element: SvgElement): number {
  return Number(/^translate\(([-.\d]+),/.exec(element.getAttribute("transform") ?? "")?.[1] ?? 0);
}

/** Height of the thinnest bar that is drawn as a line, in pixels. */
const LEAST_BAR = 4;

/** Returns the distinct values of an attribute in all charts. */
function values(attribute: string): string[] {
  const pattern = new RegExp(` ${attribute}="([^"]*)"`, "g");
  return [
    ...new Set(PICTURES.flatMap(({ svg }) => [...svg.matchAll(pattern)].map(([, one]) => one!))),
  ];
}
