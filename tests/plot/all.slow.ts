import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import * as Plot from "@observablehq/plot";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as plot from "../../src/plot/mod.ts";
import { EVERY_PICTURE, type PictureCase, TZ } from "./everyPicture.ts";
import { LIVE_TAG } from "../../src/display/liveTag.ts";
import { hostileRows, MARKUP } from "./hostileRows.ts";
import { found, parsed } from "./svg.ts";
import { PictureGroup } from "../../src/plot/picture/pictureGroup.ts";

const cases = Object.entries(EVERY_PICTURE);

function columnsOf({ rows, schema }: PictureCase): Columns {
  return fromRows(rows, schema);
}

Deno.test("everyPicture.ts lists every exported chart", () => {
  const functions = Object.entries(plot).filter(([name, value]) =>
    typeof value === "function" && !["Picture", "beside", "multiples", "night"].includes(name) // charts of charts
  ).map(([name]) => name);
  assertEquals(functions.sort(), Object.keys(EVERY_PICTURE).sort(), "add it to everyPicture.ts");
});

for (const [name, one] of cases) {
  Deno.test(`${name}() describes its content in the summary, including the zone of its times`, () => {
    const { summary } = one.draw(one.rows, { tz: TZ });
    assert(summary.length > 10, summary);
    assertEquals(summary.includes(TZ), one.zoned, summary);
  });

  Deno.test(`${name}() passes options to Observable Plot and returns its marks`, async () => {
    const own = one.draw(one.rows, { tz: TZ });
    const rule = Plot.frame({ stroke: "#123456" });
    const more = one.draw(one.rows, { tz: TZ, plot: { marginRight: 77, marks: [rule] } });
    if (more instanceof PictureGroup) { // each of its charts has the options
      const svg = await more.svg();
      assertEquals(svg.match(/stroke="#123456"/g)?.length, found(svg, "svg svg").length);
      return;
    }
    assertEquals(more.options(Plot).marginRight, 77);
    assertEquals(more.marks(Plot).length, own.marks(Plot).length + 1);
    assert((await more.svg()).includes("#123456"));
  });

  Deno.test(`${name}() escapes markup in titles, names and units`, async () => {
    const picture = one.draw(hostileRows(one), { tz: TZ, title: MARKUP, unit: MARKUP });
    const fragment = await picture.html(), page = await picture.html({ page: true });
    for (const html of [await picture.svg(), fragment, page]) {
      const text = html.replace(LIVE_TAG, ""); // the script that shows values
      assert(!/<script|<img/i.test(text), name);
      assert(text.includes("&lt;script&gt;"), name);
    }
  });

  Deno.test(`${name}() draws records, a Polars frame and an Arrow table identically`, async () => {
    const columns = columnsOf(one);
    const svg = await one.draw(one.rows, { tz: TZ }).svg();
    assertEquals(await one.draw(toFrame(columns), { tz: TZ }).svg(), svg);
    assertEquals(await one.draw(toArrow(columns), { tz: TZ }).svg(), svg);
  });

  Deno.test(`${name}() reports missing data, and draws a single row`, async () => {
    if (one.refuses !== undefined) {
      assertThrows(() => one.draw(one.rows.slice(0, 1), { tz: TZ }), Error, one.refuses);
      return;
    }
    const empty = one.draw(toFrame(fromRows([], one.schema)), { tz: TZ });
    assert(/no data/i.test(empty.summary), empty.summary);
    assert((await empty.svg()).includes("No data"));
    assert(/no data/i.test(one.draw([], { tz: TZ }).summary), "no records at all");
    const svg = await one.draw(one.rows.slice(0, 1), { tz: TZ }).svg();
    assert(!/NaN|undefined|Infinity/.test(svg), "a coordinate is no number");
    assert([...parsed(svg).querySelectorAll("text")].length > 0);
  });

  Deno.test(`${name}() rejects invalid sizes, and sizes that leave no room`, () => {
    for (const size of ["width", "height"] as const) {
      for (const wrong of [-3, 0, NaN, Infinity]) {
        for (const rows of [one.rows, []]) {
          const error = assertThrows(() => one.draw(rows, { tz: TZ, [size]: wrong }), RangeError);
          assertMatch(error.message, new RegExp(`^Cannot draw .*${size} is ${wrong}, expected`));
        }
      }
      for (const wrong of ["720", null, {}]) {
        assertThrows(
          () => one.draw(one.rows, { tz: TZ, [size]: wrong as never }),
          TypeError,
          `${size} is`,
        );
      }
      for (const small of [1, 20, 40]) {
        const error = assertThrows(
          () => one.draw(one.rows, { tz: TZ, [size]: small }),
          RangeError,
        );
        assertMatch(error.message, /^Cannot draw the chart: .* Use at least \d+\.$/);
        const least = Number(/at least (\d+)/.exec(error.message)![1]);
        assert(least > small && least < 500, error.message);
      }
    }
  });
}

/** Charts with an option `by`. */
const BY = ["coverage", "distribution", "hypnogram", "scatter", "weekMonths"];

Deno.test("a chart of one person rejects by, and suggests one chart for each", () => {
  for (const [name, one] of cases.filter(([name]) => !BY.includes(name))) {
    const error = assertThrows(
      () => one.draw(one.rows, { tz: TZ, by: "user" } as never),
      TypeError,
      "by user: it shows one person or source. Draw one chart for each.",
    );
    assert(error.message.startsWith("Cannot draw "), `${name}: ${error.message}`);
  }
});
