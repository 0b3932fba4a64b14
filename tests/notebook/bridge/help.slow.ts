import { assert, assertEquals, assertMatch } from "@std/assert";
import { withBridge } from "./withBridge.ts";

const START = `import { demo, plot, sleep } from "@lifeframe/lifeframe";
import pl from "@lifeframe/lifeframe/polars";
const me = await demo({ days: 3 });
const frame = pl.DataFrame({ pulse: [61, 62], steps: [10, 20], "two words": [1, 2] });
const column = frame.getColumn("pulse"); undefined`;

/** Code with the cursor at `|`, and its position in code points, as Jupyter counts. */
function cursorOf(code: string): { code: string; cursor_pos: number } {
  const [before, after] = code.split("|") as [string, string?];
  return { code: before + (after ?? ""), cursor_pos: [...before].length };
}

Deno.test("completion and help know frames, options, metrics, zones and functions", () =>
  withBridge(async ({ kernel, run }) => {
    assertEquals(await run(START), []);
    const ask = async (type: string, code: string): Promise<Record<string, unknown>> =>
      (await kernel.request("shell", type, { ...cursorOf(code), detail_level: 0 }).reply).content;
    const completed = async (code: string): Promise<string[]> => {
      const content = await ask("complete_request", code);
      const { matches, cursor_start: start, cursor_end: end } = content as {
        matches: string[];
        cursor_start: number;
        cursor_end: number;
      };
      const { cursor_pos } = cursorOf(code);
      assertEquals(end, cursor_pos, code);
      const typed = [...cursorOf(code).code].slice(start, end).join("");
      assert(matches.every((each) => each.toLowerCase().includes(typed.toLowerCase())), code);
      return matches;
    };
    const cases: [code: string, first: readonly string[]][] = [
      ["frame.|", ["pulse", "steps"]],
      ["frame.getCol|", ["getColumn", "getColumnIndex", "getColumns"]],
      ["column.cumS|", ["cumSum"]],
      [`pl.col("pulse").rollingM|`, ["rollingMax", "rollingMean", "rollingMedian", "rollingMin"]],
      [`"text".toUp|`, ["toUpperCase"]],
      ["me.samp|", ["samples"]],
      ["me.api.metrics.timeS|", ["timeSeries", "timeSeriesGrouped"]],
      ["plot.calendar(frame, { |", ["form", "diverging", "aggregate"]],
      ["plot.calendar(frame, { unit: 'min', fo|", ["form"]],
      ["plot.calendar(frame, { form: 'w|", ["weeks"]],
      ["plot.line(frame, { tz: 'europe/ber|", ["Europe/Berlin"]],
      ["plot.line(frame, { y: '|", ["pulse", "steps", "two words"]],
      ["plot.line(frame, { y: ['pulse', 'st|", ["steps"]],
      [`frame.select("tw|`, ["two words"]],
      [`pl.col("p|`, ["pulse", "steps"]],
      ["me.samples('heartr|", ["HeartRate"]],
      ["me.api.metrics.samples({ metric: 'StepC|", ["StepCount"]],
      ["demo({ da|", ["days"]],
      ["/* 😀 */ plot.line(frame, { y: 'st|", ["steps"]],
      ["Deno.jup|", ["jupyter"]],
    ];
    for (const [code, first] of cases) {
      assertEquals((await completed(code)).slice(0, first.length), first, code);
    }
    const given = await completed("plot.calendar(frame, { form: 'weeks', |");
    assert(!given.includes("form"), "an option that is given is not offered again");
    assertEquals(await completed("const text = 'noth|"), []);
    const types = await ask("complete_request", "plot.calendar(frame, { wi|");
    assert(JSON.stringify(types.metadata).includes(`"type":"=\u00a0720"`), "a default is shown");

    const help = async (code: string): Promise<string> => {
      const { found, data } = await ask("inspect_request", code) as {
        found: boolean;
        data: Record<string, string>;
      };
      return found ? data["text/markdown"]! : "";
    };
    const signature = /^```ts\nplot\.calendar\(frame: FrameLike, options: CalendarOptions = \{\}\)/;
    for (const code of ["plot.cal|endar", "plot.calendar(|", "plot.calendar(frame, |"]) {
      assertMatch(await help(code), signature);
      assertMatch(await help(code), /Draws a cell for each local day[^]*- `form`: `"auto" \| /);
    }
    assertMatch(await help("plot.calendar(frame, { wid|th: 3 })"), /^`width`: `number`.*720/);
    assertMatch(await help("me.samples|"), /metric: Measure[^]*Reads raw samples of a metric/);
    assertMatch(await help("me.api.metrics.samples|"), /Reads the raw samples/);
    assertMatch(await help("frame|"), /DataFrame\n\n2 rows, columns pulse, steps/);
    assertEquals(await help("nowhere|"), "");
  }));
