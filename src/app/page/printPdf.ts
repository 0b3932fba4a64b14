import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { explained } from "../../options/explained.ts";
import { replaceFile } from "../../options/replaceFile.ts";
import { withTempFolder } from "../../options/tempFolder.ts";
import { BROWSER_VARIABLE, findBrowser } from "./findBrowser.ts";

/** A page loads nothing from a network, and neither may the browser that prints it. */
const SWITCHES = [
  "--headless",
  "--disable-gpu",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-extensions",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--no-pdf-header-footer",
];

/** Environment variables for the browser; it gets no tokens or keys. */
const KEPT = [
  "HOME",
  "LANG",
  "LOCALAPPDATA",
  "PATH",
  "SystemRoot",
  "TEMP",
  "TMP",
  "TMPDIR",
  "USERPROFILE",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
];

/** Maximum time for the browser, in milliseconds. */
const PATIENCE = 120_000;

/**
 * Prints a page to a PDF file with an installed browser.
 *
 * @param env Environment with the paths of programs. @default the process's
 * @throws {Error} if no browser is installed, or it writes no file
 */
export async function printPdf(
  html: string,
  path: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  const browser = await findBrowser(env);
  if (browser === undefined) {
    throw new Error(
      `Cannot save ${path}: no Chromium, Chrome or Edge was found on PATH. Install one, set its path in ` +
        `${BROWSER_VARIABLE}, or save the report as .html and print that.`,
    );
  }
  await withTempFolder(async (folder) => {
    const page = join(folder, "page.html"), pdf = join(folder, "page.pdf");
    await explained(`write ${page}`, () => writeFile(page, html, { mode: 0o600 }));
    // As root, as in most containers, Chromium only runs without its sandbox. The page is our own.
    const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const kept = KEPT.map((name) => [name, env[name]]).filter(([, value]) => value !== undefined);
    await run(browser, [
      ...SWITCHES,
      ...asRoot,
      `--user-data-dir=${join(folder, "profile")}`,
      `--print-to-pdf=${pdf}`,
      pathToFileURL(page).href,
    ], Object.fromEntries(kept));
    const bytes = await readFile(pdf).catch(() => "");
    if (bytes.length === 0) throw new Error(`Cannot save ${path}: ${browser} wrote nothing`);
    await replaceFile("save the report", path, bytes);
  });
}

function run(
  browser: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  return new Promise((done, fail) => {
    execFile(browser, args, { env, timeout: PATIENCE }, (error, _, stderr) => {
      if (error === null) return done();
      const why = String(stderr).trim().split("\n").at(-1) ?? error.message;
      fail(new Error(`Cannot print the page: ${browser} failed: ${why}`, { cause: error }));
    });
  });
}
