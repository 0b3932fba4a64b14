import { type Limit, LIMITS } from "../../src/options/limits.ts";

const INTRODUCTION = `# Limits

Reference for everyone who reads foreign files, calls a service they do not run, or runs one for
others. Every loop over foreign data has a budget, and so has every table that can be written
without a token. Exceeding a budget is an error, never a shorter result. The list is printed from
\`src/options/limits.ts\`; a test exceeds each limit, and reads the largest honest example.
`;

const ISOLATION = `## Decoding in another process

Limits keep foreign Arrow from ending your process. For a second line of defence, let a child process
decode it:

\`\`\`ts ignore
const frame = await read.arrow(bytes, { isolate: true });
const small = await read.arrow(bytes, { isolate: { memory: 500e6, seconds: 5 } });
\`\`\`

If the child aborts, takes more than 4 GiB of memory, or takes longer than 60 seconds, the call throws
and your process continues. The child has no network and no environment, and only reads packages.
It is off by default, and Deno needs the permission \`--allow-run\` for it.

The first call starts the child, which takes about 0.2 s; the child stays for later calls. Measured on
two cores:

| bytes | here   | in the child |
| ----- | ------ | ------------ |
| 1 kB  | 0.5 ms | 2 ms         |
| 1 MB  | 1 ms   | 13 ms        |
| 1 GB  | 2 to 3 s | 9 s        |
`;

/** Returns docs/limits.md. */
export function limitsPage(): string {
  const rows: readonly [string, Limit][] = Object.entries(LIMITS);
  return [
    INTRODUCTION,
    ...rows.map(([name, { of, counts, most, raise, error, honest }]) =>
      `## ${name}\n\n` + [
        `- Applies to: ${
          of.map((each) => each.includes("read.") && !each.includes(" ") ? `\`${each}\`` : each)
            .join(", ")
        }`,
        `- Counts: ${counts}`,
        `- Default: ${most.toLocaleString("en-US")}`,
        `- To raise it: ${raise}`,
        `- Error: contains "${error}"`,
        `- Has to pass: ${honest}`,
      ].join("\n") + "\n"
    ),
    ISOLATION,
  ].join("\n");
}
