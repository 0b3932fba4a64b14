import { assert } from "@std/assert";
import {
  AASM_STAGES,
  CONSUMER_STAGES,
  type StageTable,
} from "../../src/sleep/stages/stageTables.ts";

/**
 * Returns the lightness L* of a colour (CIE 1976), 0 black to 100 white: its shade in grey print.
 */
function lightness(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return luminance > 216 / 24389 ? 116 * Math.cbrt(luminance) - 16 : luminance * 24389 / 27;
}

const color = (table: StageTable, name: string): string =>
  table.find((stage) => stage.name === name)!.color;

Deno.test("awake, REM, core and deep sleep are distinguishable in grey print", () => {
  for (
    const [table, names] of [
      [CONSUMER_STAGES, ["awake", "rem", "core", "deep"]],
      [AASM_STAGES, ["wake", "rem", "n2", "n3"]],
    ] as const
  ) {
    const steps = names.map((name) => lightness(color(table, name)));
    for (const [i, step] of steps.slice(1).entries()) {
      assert(steps[i]! - step >= 10, `${names[i]} ${steps[i]}, ${names[i + 1]} ${step}`);
    }
  }
});
