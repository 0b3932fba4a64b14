import { execFile } from "node:child_process";
import { access, constants, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** The variable of the environment that names the browser. */
const VARIABLE = "LIFEFRAME_BROWSER";

/** What Chromium and its kin are called, where they lie on PATH, and where installers put them. */
const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "chrome.exe",
  "msedge.exe",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** A page asks no network for anything; nor shall the browser that prints it. */
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

/** How long the browser may take, in milliseconds. */
const PATIENCE = 120_000;

/**
 * Prints a page to a file of PDF, with the browser that is there.
 *
 * @param env The environment that says where programs lie. @default the process's
 * @throws {Error} if there is no browser, or it writes none
 */
export async function printPdf(
  html: string,
  path: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  const browser = await findBrowser(env);
  if (browser === undefined) {
    throw new Error(
      `Cannot save ${path}: no Chromium, Chrome or Edge was found on PATH; install one, name it in ` +
        `${VARIABLE}, or save the report as .html and print that`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), "lifeframe-"));
  try {
    const page = join(folder, "page.html");
    await writeFile(page, html, { mode: 0o600 });
    // As root, as in most containers, Chromium runs without its sandbox only; the page is our own.
    const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    await run(browser, [
      ...SWITCHES,
      ...asRoot,
      `--user-data-dir=${join(folder, "profile")}`,
      `--print-to-pdf=${resolve(path)}`,
      pathToFileURL(page).href,
    ]);
    const { size } = await stat(path);
    if (size === 0) throw new Error(`Cannot save ${path}: ${browser} wrote nothing`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function run(browser: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    execFile(browser, args, { timeout: PATIENCE }, (error, _, stderr) => {
      if (error === null) return done();
      const why = String(stderr).trim().split("\n").at(-1) ?? error.message;
      fail(new Error(`Cannot print the page: ${browser} failed: ${why}`, { cause: error }));
    });
  });
}

async function findBrowser(
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const named = env[VARIABLE];
  const folders = (env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  for (const path of [...named ? [named] : [], ...found, ...PLACES]) {
    if (await access(path, constants.X_OK).then(() => true, () => false)) return path;
  }
  return undefined;
}
