/**
 * Why code cannot be parsed. The kernel of Deno 2.9 answers `Execution failed` without a reason to
 * code that it cannot parse or whose packages it cannot find; Deno's formatter, which runs nothing,
 * names the place of a syntax error.
 *
 * @param code TypeScript, as in a cell.
 * @param deno The Deno to ask.
 * @returns The reason with the line at fault, or `null` if the code can be parsed.
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
