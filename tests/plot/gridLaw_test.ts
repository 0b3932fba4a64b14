import { assertEquals } from "@std/assert";
import { GRID, GUTTERS, LEAST_GUTTERED } from "../../src/plot/picture/theme.ts";
import { found, number, parsed, type SvgElement } from "./svg.ts";

const FOLDER = new URL("../pictures/", import.meta.url);
const PICTURES = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).toSorted()
  .map((name) => ({ name, svg: Deno.readTextFileSync(new URL(name, FOLDER)) }));

/** Pictures without axes on the left: their frames are centred, or as wide as the picture. */
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
