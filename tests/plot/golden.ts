import { assert, assertEquals } from "@std/assert";
import type { Picture } from "../../src/plot/picture/picture.ts";
import type { PictureSpec } from "../../src/plot/picture/spec.ts";
import { GUTTERS, LEAST_GUTTERED } from "../../src/plot/picture/theme.ts";
import { parsed, textBoxes } from "./svg.ts";

const FOLDER = new URL("../pictures/", import.meta.url);
const VARIABLE = "LIFEFRAME_UPDATE_PICTURES";

/**
 * Compares a chart with the golden of that name in tests/pictures, after checks that hold for every
 * chart. Run with LIFEFRAME_UPDATE_PICTURES=1 to write it again, then look at the difference.
 */
export async function golden(name: string, picture: Picture): Promise<string> {
  const svg = await picture.svg();
  assertEquals(await picture.svg(), svg, "drawn twice, it is not the same");
  assert(!/NaN|undefined|Infinity/.test(svg), "a coordinate is no number");
  assertLegible(svg);
  assertOnGrid(picture.spec);
  const file = new URL(`${name}.svg`, FOLDER);
  if (mayUpdate()) await Deno.writeTextFile(file, svg);
  assertEquals(svg, await Deno.readTextFile(file), `tests/pictures/${name}.svg differs`);
  return svg;
}

/** Asserts that each frame starts and ends at an edge of the grid, or at one of the picture. */
function assertOnGrid({ name, width, axes, panels = [] }: PictureSpec): void {
  for (const { spec } of panels) assertOnGrid(spec);
  if (axes === undefined || width < LEAST_GUTTERED) return;
  const edges = [[axes.left, GUTTERS.left], [axes.right, GUTTERS.right]] as const;
  for (const [pixels, gutters] of edges) {
    assert(
      [0, ...gutters].includes(pixels),
      `${name} has ${pixels} px beside its frame, the grid has ${gutters.join(" and ")}`,
    );
  }
}

/** Asserts that no text is cut at the edge, and no two texts overlap. */
export function assertLegible(svg: string): void {
  const [, , width, height] = parsed(svg).getAttribute("viewBox")!.split(" ").map(Number);
  const boxes = textBoxes(svg);
  for (const [i, box] of boxes.entries()) {
    assert(box.left >= -1 && box.right <= width! + 1, `${box.text} is cut at the side`);
    assert(box.top >= -1 && box.bottom <= height! + 1, `${box.text} is cut above or below`);
    for (const other of boxes.slice(0, i)) {
      const apart = box.left >= other.right || other.left >= box.right ||
        box.top >= other.bottom || other.top >= box.bottom;
      assert(apart, `${JSON.stringify(box.text)} lies over ${JSON.stringify(other.text)}`);
    }
  }
}

function mayUpdate(): boolean {
  const { state } = Deno.permissions.querySync({ name: "env", variable: VARIABLE });
  return state === "granted" && Deno.env.get(VARIABLE) === "1";
}
