import { fileURLToPath } from "node:url";
import type { Outcome, Part } from "./main.ts";

const PAGE = new URL("../../docs/promises.md", import.meta.url);

/** What is not promised, so that nobody relies on it. */
const NOT_PROMISED =
  `- Lines (\`ndjson\`, \`csv\`, \`quotecsv\`) of a service that sends neither a digest nor a length: cut at the
  end of a line they are whole to look at. The client never asks for these forms by itself, and warns
  once where you do.
- A crash of the machine, as against one of the process: SQLite's own promise (WAL, \`synchronous = FULL\`)
  is as good as the disk's.
- Confidentiality on the wire: the service speaks http, TLS is a proxy's.
- A sandbox: see [SECURITY.md](../SECURITY.md) on \`--allow-ffi\` and \`--allow-run\`.
- Absolute times: the limits are ratios and bounds, the machines differ.`;

/** Writes docs/promises.md: every promise with what the last long run measured. */
export async function promisesPage(
  parts: Readonly<Record<string, Part>>,
  outcomes: Readonly<Record<string, Outcome>>,
): Promise<void> {
  const rows = Object.entries(parts).flatMap(([name, { promise }]) => {
    const outcome = outcomes[name];
    return outcome === undefined
      ? []
      : [`| ${promise} | ${outcome.measured} | ${outcome.holds ? "yes" : "no"} |`];
  });
  const date = Temporal.Now.plainDateISO().toString();
  await Deno.writeTextFile(
    PAGE,
    `# What is promised, and how hard it was tried

\`deno task dev torture --update\` wrote this table on ${date}, with Deno ${Deno.version.deno} on two cores; \`deno task dev torture\`
tries it all again in about a quarter of an hour, CI the short form.

| promise | measured | holds |
| --- | --- | --- |
${rows.join("\n")}

## What is not promised

${NOT_PROMISED}
`,
  );
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", fileURLToPath(PAGE)] })
    .output();
}
