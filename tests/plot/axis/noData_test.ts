import { assert, assertEquals } from "@std/assert";
import { fromRows } from "../../../src/frame/polars/rows.ts";
import { setAskedRange } from "../../../src/frame/polars/askedRange.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import * as plot from "../../../src/plot/mod.ts";
import { EVERY_PICTURE, type PictureCase, TZ } from "../everyPicture.ts";
import { golden } from "../golden.ts";
import { textBoxes } from "../svg.ts";

/** An empty frame that was requested for March 2024 in Berlin. */
function march({ schema }: PictureCase): Frame {
  const frame = toFrame(fromRows([], schema));
  const micros = (text: string) => BigInt(Temporal.Instant.from(text).epochMilliseconds) * 1000n;
  const start = micros("2024-02-29T23:00Z"), end = micros("2024-03-31T22:00Z");
  setAskedRange(frame, { start, end, tz: TZ, now: end, complete: true });
  return frame;
}

async function textsOf(picture: plot.Picture): Promise<string[]> {
  return textBoxes(await picture.svg()).map(({ text }) => text);
}

for (const [name, one] of Object.entries(EVERY_PICTURE)) {
  if (one.refuses !== undefined) continue;
  Deno.test(`${name}() without data names the requested days, and the next step`, async () => {
    for (const width of [720, 340]) {
      const picture = one.draw(march(one), { tz: TZ, width });
      const texts = (await textsOf(picture)).join(" ");
      const said = "no data from Fri 1 to Sun 31 Mar 2024";
      assert(picture.summary.endsWith(said), picture.summary);
      assert(texts.includes(`N${said.slice(1)}`), texts);
      assert(/Choose\s*another range, or check\s*the source\./.test(texts), texts); // on two lines
    }
  });
}

Deno.test("a chart over time keeps the axis of the requested days", async () => {
  const frame = march(EVERY_PICTURE["line"]!);
  const picture = plot.line(frame, { y: "heart_rate", unit: "bpm", tz: TZ });
  const svg = await golden("no-data-range", picture);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["4 Mar", "25 Mar", "2024", "Local time, Europe/Berlin"]) {
    assert(texts.includes(text), texts.join());
  }
  assertEquals(picture.time?.end, Date.UTC(2024, 2, 31, 22));
});

Deno.test("a chart of hours keeps its hours", async () => {
  const texts = await textsOf(plot.timeline([], { tz: TZ, range: "2024-03" }));
  for (const text of ["18:00", "06:00", "12:00"]) assert(texts.includes(text), texts.join());
});

Deno.test("an option range is the requested span, with a single day named as one", () => {
  const rows = [{ time: "2024-01-05T08:00Z", heart_rate: 60 }];
  const { summary } = plot.line(rows, { y: "heart_rate", tz: TZ, range: "2024-03-30" });
  assertEquals(summary, "Heart rate: no data on Sat 30 Mar 2024");
});

Deno.test("a chart names no days without a range, or for the last days of unknown rows", async () => {
  const none = plot.line([], { y: "heart_rate", tz: TZ });
  assertEquals(none.summary, "Heart rate: no data");
  assert((await textsOf(none)).join(" ").includes("Check the columns"));
  const last = plot.line([], { y: "heart_rate", tz: TZ, range: { days: 7 } });
  assertEquals(last.summary, "Heart rate: no data");
});
