/**
 * Finds the reason why code cannot be parsed. Deno 2.9's kernel answers `Execution failed` without
 * a reason to code that it cannot parse, or with packages that it cannot find. Deno's formatter
 * does not run code, and reports the position of a syntax error.
 *
 * @param code TypeScript, as in a cell.
 * @param deno Deno executable.
 * @returns The reason with the line; `null` if the code can be parsed.
 */
export async function syntaxReason(code: string, deno: string): Promise<string | null> {
  const child = new Deno.Command(deno, {
    args: ["fmt", "--no-config", "--ext=ts", "-"],
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(code)).then(() => writer.close());
  const [{ success, stderr }] = await Promise.all([child.output(), written]);
  if (success) return null;
  const text = new TextDecoder().decode(stderr);
  return /^error: (?:SyntaxError: )?([^]*?)(?=^ +at file:|\nStack backtrace:|$(?![^]))/m
    .exec(text)?.[1]?.trimEnd() ?? null;
}
