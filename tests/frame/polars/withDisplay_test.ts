import { assert, assertEquals } from "@std/assert";
import pl from "nodejs-polars";
import { timeColumn } from "../../../src/frame/columns/columns.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { columnNames } from "../../../src/frame/polars/seriesOf.ts";
import { withDisplay } from "../../../src/frame/polars/withDisplay.ts";
import { table } from "../../../src/frame/polars/table.ts";

const DISPLAY = Symbol.for("Jupyter.display");

Deno.test("withDisplay() makes a frame show itself as a table, and does not change the frame", async () => {
  const frame = pl.DataFrame({ time: [new Date(0)], steps: [1] });
  const same = withDisplay(frame);
  assert(same === frame);
  // Deno's kernel asks whether the symbol is in the value, then calls it.
  assert(DISPLAY in frame);
  const bundle = await (frame as unknown as Record<symbol, () => unknown>)[DISPLAY]!();
  assertEquals(Object.keys(bundle as object), ["text/html", "text/plain"]);
  assertEquals(Deno.inspect(frame), String(table(frame)));
  assertEquals(columnNames(frame), ["time", "steps"]);
  assertEquals(frame.filter(pl.col("steps").gt(0)).height, 1);
});

Deno.test("withDisplay() lets records show themselves, also as text, and keeps them a plain list", () => {
  const records = withDisplay([{ steps: 1 }, { steps: 2 }]);
  assertEquals(String(records), String(table([{ steps: 1 }, { steps: 2 }])));
  assertEquals(Deno.inspect(records), String(records));
  assert(DISPLAY in records);
  assertEquals(Object.keys(records), ["0", "1"]);
  assertEquals([...records], [{ steps: 1 }, { steps: 2 }]);
});

Deno.test("withDisplay() does not change other frames", () => {
  const other = pl.DataFrame({ steps: [1] });
  withDisplay(pl.DataFrame({ steps: [1] }));
  assert(Deno.inspect(other).startsWith("shape:"));
  assert(Deno.inspect(other.head(1)).startsWith("shape:"));
});

Deno.test("frames of this library show themselves as tables, with local times", () => {
  const frame = toFrame({
    time: timeColumn(BigInt64Array.of(1_711_846_800_000_000n), "Europe/Berlin"),
  });
  assert(Deno.inspect(frame).includes("2024-03-31 03:00+02:00"));
});
