import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Environment variable with the browser. */
export const BROWSER_VARIABLE = "LIFEFRAME_BROWSER";

/** Names of Chromium and related browsers on PATH, and where installers put them. */
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

/**
 * Returns the path of a browser that can print pages; `undefined` if none is installed or readable.
 *
 * @param env Environment with the paths of programs.
 * @param isProgram Returns whether a file may be run. @default asks the system
 */
export async function findBrowser(
  env: Readonly<Record<string, string | undefined>>,
  isProgram: (path: string) => Promise<boolean> = mayRun,
): Promise<string | undefined> {
  const named = env[BROWSER_VARIABLE];
  const folders = (env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  for (const path of [...named ? [named] : [], ...found, ...PLACES]) {
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function mayRun(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(() => true, () => false);
}
