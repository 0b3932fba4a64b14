import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";

/** File with the scripts as text. */
export const LIVE_SCRIPT_FILE = new URL("../../src/display/liveScript.ts", import.meta.url);

/** Returns the source of the module with the scripts, `src/display/liveScript.ts`. */
export async function liveScriptModule(): Promise<string> {
  // In sequence: two bundlers with an empty cache would overwrite each other's esbuild.
  const script = await bundled("main");
  const charts = await bundled("notebookCharts");
  const tables = await bundled("notebookTables");
  const hash = createHash("sha256").update(script).digest("base64");
  return `// deno-fmt-ignore-file
/** Script that makes the charts and tables of a page interactive. \`deno task dev live\` builds it from tools/live. */
export const LIVE_SCRIPT: string =
  ${JSON.stringify(script)};

/** Scripts of charts and tables in notebooks, deflated, in base64. Each output stores a copy. */
export const PACKED_CHARTS: string =
  "${packed(charts)}";
export const PACKED_TABLES: string =
  "${packed(tables)}";

/** Hash of the script, for the content security policy of a page. */
export const LIVE_SCRIPT_HASH = "sha256-${hash}";
`;
}

async function bundled(name: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--minify",
      "--format=iife",
      "--platform=browser",
      `tools/live/${name}.ts`,
    ],
    cwd: new URL("../../", import.meta.url),
  }).output();
  if (!success) {
    throw new Error(`Cannot build the script ${name}: ${new TextDecoder().decode(stderr)}`);
  }
  const script = new TextDecoder().decode(stdout).trim();
  if (script.includes("</")) {
    throw new Error(`Cannot build the script ${name}: it ends its element`);
  }
  return script;
}

function packed(script: string): string {
  return deflateRawSync(script, { level: 9 }).toString("base64");
}

if (import.meta.main) await Deno.writeTextFile(LIVE_SCRIPT_FILE, await liveScriptModule());
