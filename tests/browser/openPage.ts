import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { DRIVEN } from "./chromium.ts";

/** A page in a browser, and what it did besides being shown. */
export interface OpenPage {
  readonly page: Page;
  /** Addresses that it asked for, lines that it wrote, errors that it threw. */
  readonly deeds: readonly string[];
}

/** Runs something with a page of HTML that is open in a browser. */
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

/** What the tip says; empty where none is shown. */
export async function tipText(page: Page): Promise<string> {
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
  );
  return await page.evaluate(`(() => {
    const tip = document.querySelector(".lifeframe-tip");
    return tip === null || tip.style.visibility !== "visible" ? "" : tip.textContent;
  })()`);
}
