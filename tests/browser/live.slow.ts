import { assert, assertEquals, assertMatch } from "@std/assert";
import { openFrame } from "../../src/frame/open.ts";
import { table } from "../../src/frame/polars/table.ts";
import * as plot from "../../src/plot/mod.ts";
import { htmlPage } from "../../src/display/htmlPage.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { EVERY_PICTURE, TZ } from "../plot/everyPicture.ts";
import { sampleNights } from "../plot/sampleNights.ts";
import { tipText, withPage } from "./openPage.ts";

const cases = Object.entries(EVERY_PICTURE);

/** Returns charts as a page, each in an element with its name. */
async function pageOf(pictures: readonly (readonly [string, plot.Picture])[]): Promise<string> {
  const parts = await Promise.all(
    pictures.map(async ([name, one]) => `<section id="${name}">${await one.html()}</section>`),
  );
  return htmlPage({ title: "Pictures", body: parts.join("\n"), provenance: {} });
}

/**
 * Runs in the page: returns the centres of a chart's marks with a value, in pixels of the window.
 */
const MIDDLES = `(svg) => {
  svg.scrollIntoView({ block: "center" });
  const marks = [...svg.querySelectorAll("[data-x], :is(path, rect, circle):has(> title)")]
    .filter((mark) => !mark.closest("[data-mark=header]"));
  return marks.slice(0, 200).map((mark) => {
    const path = mark.localName === "path" ? mark : mark.querySelector("path");
    const to = mark.getScreenCTM();
    const at = path === null || path.getTotalLength() === 0
      ? undefined
      : new DOMPoint(...((p) => [p.x, p.y])(path.getPointAtLength(path.getTotalLength() / 3))).matrixTransform(to);
    const box = mark.getBoundingClientRect();
    return at === undefined
      ? { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      : { x: at.x, y: at.y };
  }).filter(({ y }) => y > 0 && y < innerHeight);
}`;

const marksOf = new Map<string, { x: number; y: number }[]>();

testWithProgram(
  "chromium",
  "in a browser every picture says a value where a mark is pointed at, and when it is reached by keys",
  async (chromium) => {
    const html = await pageOf(cases.map(([name, one]) => [name, one.draw(one.rows, { tz: TZ })]));
    await withPage(chromium, html, async ({ page, deeds }) => {
      for (const [name] of cases) {
        const svg = page.locator(`#${name} svg`);
        const places = await svg.evaluate(`(${MIDDLES})(document.querySelector("#${name} svg"))`);
        marksOf.set(name, places as { x: number; y: number }[]);
        let said = "";
        for (const { x, y } of marksOf.get(name)!) {
          await page.mouse.move(x, y);
          said = await tipText(page);
          if (said !== "") break;
        }
        assert(said.trim().length > 2, `${name} says nothing under the pointer`);
        assert(!/NaN|undefined|null|Invalid|Infinity/.test(said), `${name}: ${said}`);
        await page.mouse.move(1, 1);
        assertEquals(await tipText(page), "", `${name} still says something`);

        await svg.evaluate("(svg) => svg.previousElementSibling?.focus()");
        await svg.focus();
        const first = await tipText(page);
        await page.keyboard.press("End");
        const last = await tipText(page);
        assert(first.length > 2 && last.length > 2, `${name}: keys: ${first}, ${last}`);
        assert(
          !/NaN|undefined|null|Invalid|Infinity/.test(first + last),
          `${name}: ${first}, ${last}`,
        );
        await page.keyboard.press("ArrowDown");
        assert((await tipText(page)).length > 2, `${name}: down`);
        await page.keyboard.press("Escape");
        assertEquals(await tipText(page), "", `${name}: Escape`);
      }
      assertEquals(deeds, []);
    });
  },
);

testWithProgram(
  "chromium",
  "Tab goes from picture to picture, and each says its first value",
  async (chromium) => {
    const few = cases.slice(0, 4);
    const html = await pageOf(few.map(([name, one]) => [name, one.draw(one.rows, { tz: TZ })]));
    await withPage(chromium, html, async ({ page }) => {
      for (const [name] of few) {
        await page.keyboard.press("Tab");
        const on = await page.evaluate("document.activeElement.closest('section')?.id");
        assertEquals(on, name);
        assert((await tipText(page)).length > 2, name);
      }
    });
  },
);

testWithProgram(
  "chromium",
  "what a line says is what stands in the frame, with its instant in the zone",
  async (chromium) => {
    const rows = Array.from({ length: 200 }, (_, i) => ({
      time: new Date(Date.UTC(2024, 2, 30, 22) + i * 300_000), // across the daylight saving change
      heart_rate: i === 50 ? null : 50 + (i * 7919) % 1000 / 10,
    }));
    const html = await pageOf([["line", plot.line(rows, { tz: TZ, unit: "bpm" })]]);
    await withPage(chromium, html, async ({ page }) => {
      await page.locator("#line svg").focus();
      const known = rows.filter(({ heart_rate }) => heart_rate !== null);
      for (const { time, heart_rate } of known.slice(0, 100)) {
        const at = Temporal.Instant.fromEpochMilliseconds(+time).toZonedDateTimeISO(TZ);
        const clock = at.toPlainTime().toString().slice(0, 5);
        assertEquals(
          await tipText(page),
          `${at.day === 30 ? "Sat 30" : "Sun 31"} Mar ${clock}\nHeart rate: ${heart_rate} bpm`,
        );
        await page.keyboard.press("ArrowRight");
      }
    });
  },
);

testWithProgram(
  "chromium",
  "the pictures of a page mark the instant that one of them is asked for, each on its own axis",
  async (chromium) => {
    const nights = sampleNights("2024-03-28", 5, TZ);
    const hours = Array.from({ length: 24 * 6 }, (_, i) => ({
      time: new Date(Date.UTC(2024, 2, 27, 12 + i)),
      heart_rate: 60 + i % 7,
    }));
    const html = await pageOf([
      ["line", plot.line(hours, { tz: TZ })],
      ["timeline", plot.timeline(nights, { tz: TZ })],
      ["dailyBars", plot.dailyBars(hours, { tz: TZ, y: "heart_rate", aggregate: "mean" })],
    ]);
    await withPage(chromium, html, async ({ page }) => {
      await page.locator("#line svg").focus();
      for (let i = 0; i < 60; i++) await page.keyboard.press("ArrowRight");
      assertEquals((await tipText(page)).split("\n")[0], "Sat 30 Mar 01:00");
      // In the timeline, the mark is in the row of the night to Saturday, at 1:00; in the bars, on
      // that day.
      const marks = await page.evaluate(`(() => {
        const of = (id) => {
          const line = document.querySelector("#" + id + " [data-layer] line");
          const { x } = JSON.parse(document.querySelector("#" + id + " svg").dataset.live);
          const { y } = JSON.parse(document.querySelector("#" + id + " svg").dataset.live);
          const value = ({ d, r }, at) => d[0] + (at - r[0]) / (r[1] - r[0]) * (d[1] - d[0]);
          return { x: value(x, +line.getAttribute("x1")), y: value(y, (+line.getAttribute("y1") + +line.getAttribute("y2")) / 2), s: y.s };
        };
        return { timeline: of("timeline"), bars: of("dailyBars") };
      })()`) as { timeline: { x: number; y: number; s: number[] }; bars: { x: number } };
      const { timeline, bars } = marks;
      assertEquals(Math.round((18 + timeline.x) % 24 * 60), 60);
      assertEquals(timeline.s[Math.floor(timeline.y)], Date.UTC(2024, 2, 30));
      assertEquals(bars.x, Date.UTC(2024, 2, 30, 12));
    });
  },
);

testWithProgram(
  "chromium",
  "a touch shows a value until another place is touched, and a legend shows one series alone",
  async (chromium) => {
    const one = EVERY_PICTURE["sleepBars"]!;
    const html = await pageOf([["sleepBars", one.draw(one.rows, { tz: TZ })]]);
    await withPage(chromium, html, async ({ page }) => {
      const [middle] = await page.evaluate(
        `(${MIDDLES})(document.querySelector("#sleepBars svg"))`,
      ) as { x: number; y: number }[];
      await page.touchscreen.tap(middle!.x, middle!.y);
      assertMatch(await tipText(page), /\d+ (?:h|min)/);
      await page.touchscreen.tap(5, 800);
      assertEquals(await tipText(page), "");
      const faded = () =>
        page.evaluate(`[...document.querySelectorAll("#sleepBars svg rect")]
          .filter((rect) => rect.style.opacity !== "").length`);
      assertEquals(await faded(), 0);
      await page.locator("#sleepBars [data-mark=header] text", { hasText: "Deep" }).hover();
      assert(await faded() as number > 10);
      const moving = await page.evaluate(
        `[...document.querySelectorAll("#sleepBars svg rect")].some((rect) => rect.style.transition !== "")`,
      );
      assertEquals(moving, false, "motion was to be reduced");
    }, { hasTouch: true, reducedMotion: "reduce" });
  },
);

testWithProgram(
  "chromium",
  "without scripts a picture is whole and says its values as titles",
  async (chromium) => {
    const one = EVERY_PICTURE["dailyBars"]!;
    const html = await pageOf([["dailyBars", one.draw(one.rows, { tz: TZ })]]);
    await withPage(chromium, html, async ({ page }) => {
      assertEquals(await page.locator("#dailyBars svg").getAttribute("role"), "img");
      assert(await page.locator("#dailyBars rect > title").count() > 10);
    }, { javaScriptEnabled: false });
  },
);

testWithProgram(
  "chromium",
  "a mark of one's own with the option tip says its values, as a line does",
  async (chromium) => {
    const Plot = await import("@observablehq/plot");
    const rows = [{ time: new Date("2024-01-01T00:00Z"), value: 1 }, {
      time: new Date("2024-01-02T00:00Z"),
      value: 9,
    }];
    const dot = Plot.dot(rows, {
      x: "time",
      y: "value",
      r: 6,
      tip: true,
      channels: { Place: () => "Rome" },
    });
    const picture = plot.line(rows, { tz: "UTC", plot: { marks: [dot] } });
    assertMatch(
      await picture.svg(),
      /<title>Place: Rome\ntime: 2024-01-02T00:00Z\nvalue: 9<\/title>/,
    );
    await withPage(chromium, await pageOf([["own", picture]]), async ({ page }) => {
      const box = (await page.locator("#own circle[r='6']").last().boundingBox())!;
      await page.mouse.move(box.x + 1, box.y + 6); // next to the line's own dot, which is at its centre
      assertMatch(await tipText(page), /Rome/);
    });
  },
);

testWithProgram(
  "chromium",
  "a click on a column's name sorts by values and not by texts, twice turns it, thrice gives it back",
  async (chromium) => {
    const rows = [
      { at: new Date("2024-10-27T01:30Z"), n: 10, name: "b" },
      { at: new Date("2024-10-27T00:30Z"), n: null, name: "a" },
      { at: new Date("2023-12-01T00:30Z"), n: 9, name: "C" },
    ];
    const frame = openFrame(rows, { tz: TZ }).frame();
    const shown = table(frame, { timeFormat: "dd.MM.yyyy HH:mm" });
    const wide = table([
      Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`a_long_column_${i}`, i])),
    ]);
    const body = `${await shown.html()}<div id="wide">${await wide.html()}</div>`;
    const html = htmlPage({ title: "Table", body, provenance: {} });
    await withPage(chromium, html, async ({ page, deeds }) => {
      const names = () =>
        page.locator("table").first().locator("tbody tr td:nth-child(3)").allInnerTexts();
      const click = (column: number) =>
        page.locator("table").first().locator("th button").nth(column).click();
      const sort = (column: number) =>
        page.locator("table").first().locator("th").nth(column).getAttribute("aria-sort");
      await click(0);
      assertEquals(await names(), ["C", "a", "b"]);
      assertEquals(await sort(0), "ascending");
      await click(1);
      assertEquals(await names(), ["C", "b", "a"]);
      await click(1);
      assertEquals(await names(), ["b", "C", "a"], "what is missing stays last");
      assertEquals([await sort(0), await sort(1)], [null, "descending"]);
      await click(1);
      assertEquals(await names(), ["b", "a", "C"]);
      const more = page.locator("#wide .lifeframe-more");
      assert(await more.isVisible());
      await page.locator("#wide .lifeframe-scroll").evaluate((box: unknown) => {
        (box as { scrollLeft: number }).scrollLeft = 99_999;
      });
      await more.waitFor({ state: "hidden" });
      assertEquals(deeds, []);
    });
  },
);

testWithProgram(
  "chromium",
  "paper shows all columns of a wide table, and a phone all columns of facts",
  async (chromium) => {
    const wide = table([
      Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`a_long_column_${i}`, "a value"])),
    ]);
    const narrow = table([{ night: "Thu 20 Mar", asleep: "7 h 02 min" }]);
    const facts = table(
      [{ figure: "Awake after falling asleep", now: "45 min", usual: "5 h 45 min to 8 h 03 min" }],
      { types: false },
    );
    const tables = await Promise.all(
      Object.entries({ wide, narrow, facts })
        .map(async ([id, shown]) => `<div id="${id}">${await shown.html()}</div>`),
    );
    const html = htmlPage({ title: "Tables", body: tables.join("\n"), provenance: {} });
    await withPage(chromium, html, async ({ page }) => {
      const hidden = (id: string): Promise<number> =>
        page.evaluate<number>(`((box) => box.scrollWidth - box.clientWidth)(
          document.querySelector("#${id} .lifeframe-scroll"))`);
      const type = (id: string): Promise<string> =>
        page.evaluate<string>(`getComputedStyle(document.querySelector("#${id} td")).fontSize`);
      assert(await hidden("wide") > 100);
      const before = await type("narrow");
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: 688, height: 900 });
      assertEquals(await hidden("wide"), 0);
      assertEquals(await type("narrow"), before, "a table that fits keeps its type");
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: 340, height: 900 });
      assertEquals(await hidden("facts"), 0);
    });
  },
);
