/**
 * Lints the documentation of all public symbols with `deno doc --lint`, except for a false alarm:
 * zod infers the interface's models from schemas, and the lint takes the schemas and zod's own
 * types for private types.
 * @module
 */
import { OWN_ENTRIES } from "./reference/namespaces.ts";

/** Returns whether a finding only results from inference by zod. */
export function isInferred(finding: string): boolean {
  if (!finding.startsWith("error[private-type-ref]")) return false;
  return /references private type '(?:ZodType|input|output)'/.test(finding) ||
    /-->[^\n]*\/src\/schema\//.test(finding);
}

/** Returns the findings of `deno doc --lint`, each with its position. */
export function findings(text: string): string[] {
  // deno-lint-ignore no-control-regex -- the colours of a terminal
  return text.replaceAll(/\x1b\[[0-9;]*m/g, "").split(/^(?=error\[)/m)
    .filter((part) => part.startsWith("error["))
    .map((part) => part.replace(/^error: Found[\s\S]*/m, "").trim());
}

if (import.meta.main) {
  const { stderr, stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--quiet", "--lint", ...Object.values(OWN_ENTRIES)],
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  const all = findings(text);
  if (!success && all.length === 0) throw new Error(`Cannot lint the documentation: ${text}`);
  const left = all.filter((finding) => !isInferred(finding));
  const say = left.length === 0
    ? `Everything public is documented (${all.length} types that zod infers are not looked at)`
    : left.join("\n\n");
  Deno.stdout.writeSync(new TextEncoder().encode(`${say}\n`));
  Deno.exit(left.length === 0 ? 0 : 1);
}
