import { type Limit, LIMITS } from "../../src/options/limits.ts";

const INTRODUCTION = `# Limits

Reference for everyone who reads foreign files, calls a service they do not run, or runs one for
others. Every loop over foreign data has a budget, and so has every table that can be written
without a token. Exceeding a budget is an error, never a shorter result. The list is printed from
\`src/options/limits.ts\`; a test exceeds each limit, and reads the largest honest example.
`;

/** Returns docs/limits.md. */
export function limitsPage(): string {
  const rows: readonly [string, Limit][] = Object.entries(LIMITS);
  return [
    INTRODUCTION,
    ...rows.map(([name, { of, counts, most, raise, error, honest }]) =>
      `## ${name}\n\n` + [
        `- Applies to: ${of.map((each) => `\`${each}\``).join(", ")}`,
        `- Counts: ${counts}`,
        `- Default: ${most.toLocaleString("en-US")}`,
        `- To raise it: ${raise}`,
        `- Error: contains "${error}"`,
        `- Has to pass: ${honest}`,
      ].join("\n") + "\n"
    ),
  ].join("\n");
}
