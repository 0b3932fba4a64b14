import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "../../tools/packages/playwright.ts";
import { htmlPage } from "../../src/display/htmlPage.ts";
import { toNotebook } from "../../src/display/notebookHtml.ts";
import * as plot from "../../src/plot/mod.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { EVERY_PICTURE, TZ } from "../plot/everyPicture.ts";
import { tipText, withPage } from "./openPage.ts";

const rows = Array.from({ length: 24 * 12 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 2, 30, 12) + i * 300_000), // across the daylight saving change
  heart_rate: 60 + i % 30,
}));

/** Drags the mouse over a part of a chart's axis, given by instants. */
async function brush(page: Page, from: string, to: string): Promise<void> {
  const [a, b] = await page.evaluate(`((times) => {
    const svg = [...document.querySelectorAll("svg[data-live]")].find((one) => one.clientWidth > 0);
    svg.scrollIntoView({ block: "center" });
    const { x } = JSON.parse(svg.dataset.live);
    return times.map((time) => {
      const px = x.r[0] + (Date.parse(time) - x.d[0]) / (x.d[1] - x.d[0]) * (x.r[1] - x.r[0]);
      const { x: left, y: top } = new DOMPoint(px, svg.viewBox.baseVal.height / 3).matrixTransform(svg.getScreenCTM());
      return [left, top];
    });
  })(${JSON.stringify([from, to])})`) as [number, number][];
  await page.mouse.move(...a!);
  await page.mouse.down();
  await page.mouse.move((a![0] + b![0]) / 2, a![1], { steps: 3 });
  await page.mouse.move(...b!, { steps: 3 });
  await tipText(page); // two frames
  await page.mouse.up();
}

/** Returns the labels below the shown axis. */
const labels = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("svg[data-live] text")]
    .filter((text) => text.checkVisibility({ visibilityProperty: true }) && text.getClientRects().length > 0)
    .map((text) => text.textContent)`) as Promise<string[]>;

const visible = (texts: string[]): string[] => texts.filter((text) => /^\d\d:\d\d$/.test(text));

testWithProgram(
  "chromium",
  "a drag over a time axis shows that part with its own ticks; double click shows all again",
  async (chromium) => {
    const html = await plot.line(rows, { tz: TZ, unit: "bpm" }).html();
    const notebook = `<!doctype html><body>${toNotebook(html)}</body>`;
    for (const page of [htmlPage({ title: "Zoom", body: html, provenance: {} }), notebook]) {
      await withPage(chromium, page, async ({ page, deeds }) => {
        await page.waitForSelector("svg[data-live]");
        const whole = await labels(page);
        const path = "svg[data-live] [data-mark=line] path";
        const before = await page.locator(path).first().boundingBox();
        // The mouse is on whole pixels, so the end is a minute after the last tick.
        await brush(page, "2024-03-31T00:00Z", "2024-03-31T03:01Z");
        const shown = await labels(page);
        assertEquals(visible(shown), [
          "01:00",
          "01:30",
          "03:00",
          "03:30",
          "04:00",
          "04:30",
          "05:00",
        ]);
        assert(shown.includes("Sun 31 Mar"), shown.join());
        assert(shown.includes("Double-click or Esc shows all"));
        const after = await page.locator(path).first().boundingBox();
        assert(after!.width > 7 * before!.width, "the line is stretched");

        // The tip names the point that is now in the middle of the chart.
        const box = (await page.locator("svg[data-live]").first().boundingBox())!;
        await page.mouse.move(box.x + box.width / 2, box.y + 100);
        const [, minute] = /^Sun 31 Mar (?:01:(\d\d)|0[34]:\d\d)\nHeart rate: \d+ bpm$/.exec(
          await tipText(page),
        ) ?? [];
        assertEquals(minute, undefined, "half of the interval is after the change");

        await page.mouse.dblclick(box.x + box.width / 2, box.y + 100);
        assertEquals(await labels(page), whole);
        assertEquals(await page.locator(path).first().boundingBox(), before);
        assertEquals(deeds, []);
      });
    }
  },
);

testWithProgram(
  "chromium",
  "the panels of a chart zoom together, whichever of them is dragged over",
  async (chromium) => {
    const more = rows.map((row, i) => ({ ...row, steps: i % 7 }));
    const html = await plot.line(more, { tz: TZ, y: ["heart_rate", "steps"] }).html();
    await withPage(
      chromium,
      htmlPage({ title: "Zoom", body: html, provenance: {} }),
      async ({ page, deeds }) => {
        await page.waitForSelector("svg[data-live]");
        const paths = page.locator("svg[data-live] [data-mark=line] path");
        const widths = async (): Promise<number[]> =>
          (await Promise.all((await paths.all()).map((path) => path.boundingBox())))
            .flatMap((box) => box === null ? [] : [Math.round(box.width)]);
        const whole = await widths();
        assertEquals(whole.length, 2);
        await brush(page, "2024-03-31T00:00Z", "2024-03-31T03:01Z");
        assert((await widths()).every((width, i) => width > 7 * whole[i]!));
        const texts = await labels(page);
        assertEquals(texts.filter((text) => text === "Double-click or Esc shows all").length, 1);
        assert(texts.includes("03:30"), texts.join());
        const box = (await page.locator("svg[data-live]").last().boundingBox())!;
        await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
        assertEquals(await widths(), whole);
        assertEquals(deeds, []);
      },
    );
  },
);

testWithProgram(
  "chromium",
  "plus and minus zoom around the value that the keys have reached, and Escape shows all again",
  async (chromium) => {
    const html = await plot.line(rows, { tz: TZ, unit: "bpm" }).html();
    await withPage(
      chromium,
      htmlPage({ title: "Keys", body: html, provenance: {} }),
      async ({ page }) => {
        const whole = await labels(page);
        await page.keyboard.press("Tab");
        for (let i = 0; i < 100; i++) await page.keyboard.press("ArrowRight");
        const said = await tipText(page);
        assertMatch(said, /^Sat 30 Mar 21:20\n/);
        for (let i = 0; i < 3; i++) {
          await page.keyboard.press("+");
          assertEquals(await tipText(page), said, "the value stays");
        }
        const near = await labels(page);
        assert(visible(near).length >= 3 && near.join() !== whole.join(), near.join());
        await page.keyboard.press("ArrowRight");
        assertMatch(await tipText(page), /^Sat 30 Mar 21:25\n/);
        await page.keyboard.press("-");
        assert((await labels(page)).join() !== near.join());
        await page.keyboard.press("Escape");
        assertEquals(await labels(page), whole);
        await page.keyboard.press("Escape");
        assertEquals(await tipText(page), "");
      },
    );
  },
);

testWithProgram(
  "chromium",
  "every chart with a time axis can be zoomed, and says values that are in view",
  async (chromium) => {
    const zoomed: string[] = [];
    for (const [name, one] of Object.entries(EVERY_PICTURE)) {
      const html = await one.draw(one.rows, { tz: TZ }).html();
      await withPage(
        chromium,
        htmlPage({ title: name, body: html, provenance: {} }),
        async ({ page, deeds }) => {
          const whole = await labels(page);
          const ends = await page.evaluate(`(() => {
            const { x } = JSON.parse(document.querySelector("svg[data-live]").dataset.live);
            return /instant|day/.test(x?.k) ? x.d : [];
          })()`) as number[];
          if (ends.length === 0) return;
          const at = (share: number): string =>
            new Date(ends[0]! + share * (ends[1]! - ends[0]!)).toISOString();
          await brush(page, at(0.3), at(0.7));
          const shown = await labels(page);
          assert(shown.includes("Double-click or Esc shows all"), name);
          const wide = await page.evaluate(`document.documentElement.scrollWidth > innerWidth`);
          assertEquals(wide, false, `${name} is wider than its page`);
          await page.keyboard.press("Home");
          const said = await tipText(page);
          assert(said.length > 2 && !/NaN|undefined|Invalid/.test(said), `${name}: ${said}`);
          const folder = Deno.env.get("LIFEFRAME_SCREENSHOTS"); // to look at
          if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
          await page.keyboard.press("Escape");
          assertEquals(await labels(page), whole, name);
          assertEquals(deeds, []);
          zoomed.push(name);
        },
      );
    }
    assertEquals(
      zoomed.join(" "),
      "balance coverage dailyBars events hypnodensity hypnogram line nremCycles overlay overview regularity sleepBars visits",
    );
  },
);
