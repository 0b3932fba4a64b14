import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "../../tools/packages/playwright.ts";
import { DRIVEN } from "./chromium.ts";

/** Page in a browser, and its side effects. */
export interface OpenPage {
  readonly page: Page;
  /** Addresses that it requested, lines that it logged, errors that it threw. */
  readonly deeds: readonly string[];
}

/** Runs a function with a page of HTML that is open in a browser. */
export async function withPage(
  executablePath: string,
  html: string,
  run: (open: OpenPage) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const browser: Browser = await chromium.launch({ executablePath, args: DRIVEN });
  try {
    const context = await browser.newContext({
      viewport: { width: 1000, height: 900 },
      ...options,
    });
    const page = await context.newPage(), deeds: string[] = [], own = "http://page.invalid/";
    await page.route("**/*", async (route) => {
      const url = route.request().url();
      if (url === own) {
        return await route.fulfill({ contentType: "text/html; charset=utf-8", body: html });
      }
      if (!url.endsWith("/favicon.ico")) deeds.push(`asked for ${url}`);
      await route.abort();
    });
    page.on("console", (message) => {
      deeds.push(`wrote ${message.text()}`);
    });
    page.on("pageerror", (error) => {
      deeds.push(`threw ${error.message}`);
    });
    await page.goto(own, { waitUntil: "load" });
    await run({ page, deeds });
  } finally {
    await browser.close();
  }
}

/** Returns the text of the tip; empty if it is hidden. */
export async function tipText(page: Page): Promise<string> {
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
  );
  return await page.evaluate(`(() => {
    const tip = document.querySelector(".lifeframe-tip");
    return tip === null || tip.style.visibility !== "visible" ? "" : tip.textContent;
  })()`);
}
