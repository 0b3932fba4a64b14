import { assert, assertEquals, assertRejects } from "@std/assert";
import { plot } from "../../../mod.ts";
import { sampleNight } from "../sampleNights.ts";

const night = plot.hypnogram(sampleNight("2024-01-24T22:20Z"), { tz: "Europe/Berlin" });

/** Returns width and height from the header of a PNG (ISO/IEC 15948, 11.2.2). */
function sizeOf(png: Uint8Array<ArrayBuffer>): [number, number] {
  const view = new DataView(png.buffer);
  return [view.getUint32(16), view.getUint32(20)];
}

Deno.test("png() is twice as large as the chart, or scale times", async () => {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(await night.svg())!;
  assertEquals(sizeOf(await night.png()), [2 * Number(width), 2 * Number(height)]);
  assertEquals(sizeOf(await night.png({ scale: 0.5 })), [Number(width) / 2, Number(height) / 2]);
});

Deno.test("png() returns the same bytes each time", async () => {
  assertEquals(await night.png(), await night.png());
});

Deno.test("png() rejects invalid sizes, unknown themes and unknown options", async () => {
  for (const scale of [0, -1, 9, NaN, Infinity]) {
    await assertRejects(() => night.png({ scale }), RangeError, "expected a number from 0.1 to 8");
  }
  await assertRejects(() => night.png({ scale: "2" as never }), TypeError, 'scale is the text "2"');
  await assertRejects(
    () => night.png({ theme: "grey" as never }),
    TypeError,
    'theme is the text "grey"',
  );
  await assertRejects(
    () => night.png({ size: 2 } as never),
    TypeError,
    'Cannot write the chart as PNG: unknown option "size"',
  );
});

Deno.test("png() of a chart without rows is as legible as its SVG", async () => {
  const [width, height] = sizeOf(await plot.line([], { y: "value" }).png());
  assert(width > 300 && height > 60);
});
