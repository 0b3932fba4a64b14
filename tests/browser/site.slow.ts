import { assert, assertEquals } from "@std/assert";
import { pathToFileURL } from "node:url";
import axe from "../../tools/packages/axe.ts";
import { type Browser, chromium, type Page } from "../../tools/packages/playwright.ts";
import { docsCommand } from "../../tools/reference/docs.ts";
import { DRIVEN } from "./chromium.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";

const WIDTHS = [360, 1280];

/** Highest page, in pixels: about thirteen screens. */
const HIGHEST = 12_000;

/** A page of each kind and layout. */
const VIEWS = [
  ...["index", "pictures/index", "guides/get-started", "guides/how-to", "guides/reference"],
  ...["guides/start", "guides/your-data", "guides/glossary", "guides/trust", "guides/days"],
  ...["guides/metrics", "guides/changelog-2", "guides/09_total_recall", "guides/help"],
  ...["functions/index", "functions/sleep", "functions/sleep.merge", "functions/me.ingest"],
  ...["functions/plot.line", "operations/index", "operations/metrics.samples"],
];

/** Builds the site in a temporary folder, and opens its files in a browser. */
async function withSite(
  executablePath: string,
  run: (browser: Browser, address: (path: string) => string, pages: string[]) => Promise<void>,
): Promise<void> {
  const out = await Deno.makeTempDir();
  const browser = await chromium.launch({ executablePath, args: DRIVEN });
  try {
    assertEquals(await docsCommand(["--run", "none", "--out", out]), 0);
    const pages = ["", "guides/", "pictures/", "functions/", "operations/"].flatMap((folder) =>
      Array.from(Deno.readDirSync(`${out}/${folder}`), ({ name }) => `${folder}${name}`)
        .filter((path) => path.endsWith(".html")).map((path) => path.replace(/\.html$/, ""))
    );
    await run(browser, (path) => `${pathToFileURL(out).href}/${path}.html`, pages);
  } finally {
    await browser.close();
    await Deno.remove(out, { recursive: true });
  }
}

testWithProgram("chromium", "axe-core finds nothing on the site at two widths", async (program) => {
  await withSite(program, async (browser, address) => {
    const problems: unknown[] = [];
    for (const width of WIDTHS) {
      const page: Page = await browser.newPage({ viewport: { width, height: 900 } });
      for (const view of VIEWS) {
        await page.goto(address(view));
        await page.evaluate(axe.source);
        const { violations, passes } = await page.evaluate(
          "axe.run({ resultTypes: ['violations'], preload: false })",
        ) as { violations: { id: string; nodes: { html: string }[] }[]; passes: unknown[] };
        assert(passes.length > 10, "axe looked at the page");
        problems.push(...violations.map(({ id, nodes }) => ({
          width,
          view,
          id,
          first: nodes[0]?.html.slice(0, 200),
        })));
      }
    }
    assertEquals(problems, []);
  });
});

testWithProgram("chromium", "no page is wider than the window or too high", async (program) => {
  await withSite(program, async (browser, address, pages) => {
    assert(pages.length > 500);
    // Pages of functions and operations share a layout, so every twentieth is opened.
    const chosen = pages.filter((path, k) =>
      !/^(?:functions|operations)\//.test(path) || k % 20 === 0
    );
    const wrong: unknown[] = [];
    for (const width of WIDTHS) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      for (const path of chosen) {
        await page.goto(address(path));
        const [over, height] = await page.evaluate(
          "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight]",
        ) as [number, number];
        if (over > 0 || height > HIGHEST) wrong.push({ width, path, over, height });
      }
    }
    assertEquals(wrong, []);
  });
});

testWithProgram("chromium", "a page copies code and keeps the chosen colours", async (program) => {
  await withSite(program, async (browser, address) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(address("guides/start"));
    const code = (await page.textContent(".code-box pre"))!;
    await page.click(".code-box button");
    await page.waitForFunction(
      `document.querySelector(".code-box button").textContent === "Copied"`,
    );
    await page.focus(".search input");
    await page.fill(".search input", "");
    await page.keyboard.press("Control+V");
    assertEquals(await page.inputValue(".search input"), code.trim().replaceAll("\n", " "));
    await page.click("button.theme");
    await page.click("button.theme");
    const scheme = "getComputedStyle(document.documentElement).colorScheme";
    assertEquals(await page.evaluate(scheme), "dark");
    await page.goto(address("functions/sleep.merge"));
    // The page may run in another process of the browser, which learns of the choice a little later.
    for (let i = 0; i < 20 && await page.evaluate(scheme) !== "dark"; i++) {
      await page.waitForTimeout(100);
      await page.reload();
    }
    assertEquals(await page.evaluate(scheme), "dark");
    assertEquals(await page.textContent("nav.side a[aria-current=page]"), "sleep.merge");
    assertEquals(await page.textContent("nav.turn a[rel=next]"), "Nextsleep.mergeReport");
  });
});
