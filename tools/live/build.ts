import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";

/** Where the script stands as text. */
export const LIVE_SCRIPT_FILE = new URL("../../src/show/liveScript.ts", import.meta.url);

/** The module that holds the script of pages, as `src/show/liveScript.ts` must be. */
export async function liveScriptModule(): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--minify",
      "--format=iife",
      "--platform=browser",
      "tools/live/main.ts",
    ],
    cwd: new URL("../../", import.meta.url),
  }).output();
  if (!success) {
    throw new Error(`Cannot build the script of pages: ${new TextDecoder().decode(stderr)}`);
  }
  const script = new TextDecoder().decode(stdout).trim();
  if (script.includes("</")) {
    throw new Error("Cannot build the script of pages: it ends its element");
  }
  const packed = deflateRawSync(script, { level: 9 }).toString("base64");
  const hash = createHash("sha256").update(script).digest("base64");
  return `// deno-fmt-ignore-file
/** The script of pages, which lets pictures and tables answer; made of tools/live by \`deno task dev live\`. */
export const LIVE_SCRIPT: string =
  ${JSON.stringify(script)};

/** The same script for notebooks, which keep a copy in each output: deflated, in base64. */
export const LIVE_SCRIPT_PACKED: string =
  "${packed}";

/** How a page's policy names it. */
export const LIVE_SCRIPT_HASH = "sha256-${hash}";
`;
}

if (import.meta.main) await Deno.writeTextFile(LIVE_SCRIPT_FILE, await liveScriptModule());
