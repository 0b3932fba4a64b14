import { fileURLToPath } from "node:url";
import type { Outcome, Part } from "./main.ts";

const PAGE = new URL("../../docs/promises.md", import.meta.url);

/** Things that are not promised, so that nobody relies on them. */
const NOT_PROMISED =
  `- Lines (\`ndjson\`, \`csv\`, \`quotecsv\`) of a service that sends neither a digest nor a length: cut at the
  end of a line they are whole to look at. The client never asks for these forms by itself, and warns
  once where you do.
- A crash of the machine, as against one of the process: SQLite's own promise (WAL, \`synchronous = FULL\`)
  is as good as the disk's.
- Confidentiality on the wire: the service speaks http, TLS is a proxy's.
- A sandbox: see [SECURITY.md](../SECURITY.md) on \`--allow-ffi\` and \`--allow-run\`.
- Absolute times: the limits are ratios and bounds, the machines differ.`;

/**
 * Writes docs/promises.md: every promise, with the result and date of its last test. A promise that
 * was not tested keeps its row.
 */
export async function promisesPage(
  parts: Readonly<Record<string, Part>>,
  outcomes: Readonly<Record<string, Outcome & { readonly seconds: number }>>,
): Promise<void> {
  const before = rowsOf(await Deno.readTextFile(PAGE));
  const today = Temporal.Now.plainDateISO().toString();
  const rows = Object.entries(parts).map(([name, { promise }]) => {
    const outcome = outcomes[name];
    if (outcome === undefined) return before.get(promise) ?? `| ${promise} | not tried yet | | |`;
    const { measured, seconds, holds } = outcome;
    return `| ${promise} | ${measured} | ${today}, ${seconds} s | ${holds ? "yes" : "no"} |`;
  });
  await Deno.writeTextFile(
    PAGE,
    `# What is promised, and how hard it was tried

\`deno task dev torture --update\` writes this table; with names of parts it tries those again and keeps
the other rows. CI tries the short form of each. Figures are of Deno ${Deno.version.deno} on two cores.

| promise | measured | tried | holds |
| --- | --- | --- | --- |
${rows.join("\n")}

## What is not promised

${NOT_PROMISED}
`,
  );
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", fileURLToPath(PAGE)] })
    .output();
}

/** Returns the rows of a page, by promise. */
function rowsOf(page: string): Map<string, string> {
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  return new Map(rows.map((row) => [row.split("|")[1]!.trim(), row]));
}
