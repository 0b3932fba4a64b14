import { assert } from "@std/assert";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { DEFAULT_WIDTH, PHONE_WIDTH } from "../../src/plot/picture/spec.ts";
import { EVERY_PICTURE, TZ } from "./everyPicture.ts";
import { assertLegible } from "./golden.ts";
import { situations } from "./situations.ts";
import { textBoxes } from "./svg.ts";

Deno.test("charts of hostile values stay legible on a page and on a phone", async () => {
  const words = ["A very long name of a source that nobody wanted to shorten", "watch"];
  const hostile: readonly ((value: unknown, type: unknown, i: number) => unknown)[] = [
    (value, type) => type === "float64" ? 60 : value,
    (value, type) => type === "float64" ? 0 : value,
    (value, type) => type === "float64" ? Number(value) * 1e9 : value,
    (value, type, i) => type === "name" && i > 0 ? words[i % 2] : value,
  ];
  for (const [name, { rows, schema, draw }] of Object.entries(EVERY_PICTURE)) {
    if (/^(matrix|hypnodensity|dayPath|visits)$/.test(name)) continue; // refuse such values
    for (const [kind, change] of hostile.entries()) {
      for (const part of [rows, rows.slice(0, 24)]) {
        const frame = toFrame(fromRows(
          part.map((row, i) =>
            Object.fromEntries(
              Object.entries(row).map(([key, value]) => [
                key,
                change(
                  value,
                  key in LABELS ? "name" : schema[key],
                  i,
                ),
              ]),
            )
          ),
          schema,
          { zone: TZ },
        ));
        for (const width of [DEFAULT_WIDTH, PHONE_WIDTH]) {
          try {
            assertLegible(await draw(frame, { tz: TZ, width }).svg());
          } catch (error) {
            if (error instanceof TypeError) continue; // compare() wants two named groups
            throw new Error(`${name}, case ${kind}, ${width} px`, { cause: error });
          }
        }
      }
    }
  }
});

/** Columns of the table of charts that hold names. */
const LABELS = { source: true, kind: true };

Deno.test("charts are legible and word their numbers well in each situation, on a page and on a phone", async () => {
  for (const [name, one] of Object.entries(EVERY_PICTURE)) {
    for (const [situation, rows] of Object.entries(situations(one))) {
      if (/year|decade/.test(situation)) continue; // 90,000 rows each
      const frame = toFrame(fromRows(rows, one.schema, { zone: TZ }));
      for (const width of [DEFAULT_WIDTH, PHONE_WIDTH]) {
        try {
          const svg = await one.draw(frame, { tz: TZ, width }).svg();
          assertLegible(svg);
          for (const { text } of textBoxes(svg)) assertNumbers(text);
        } catch (error) {
          if (error instanceof TypeError || error instanceof RangeError) continue; // refused
          throw new Error(`${name}, ${situation}, ${width} px`, { cause: error });
        }
      }
    }
  }
});

/** Asserts singular and plural, thousands separators, and lines that end in no half of a value. */
function assertNumbers(text: string): void {
  assert(!/\b1 (?:days|nights|values|events|rows|pairs|cycles)\b/.test(text), text);
  assert(!/(?<![\d.,-])(?!(?:19|20)\d\d\b)\d{4,}/.test(text), text);
  assert(!/^(?:%|h|min|bpm|km|ms)(?![\p{L}.])/u.test(text) || !text.includes(" "), text);
}
