import { posix } from "node:path";
import type { Source } from "../../tools/house/sources.ts";

/** Programs: sources that may be run by themselves. */
export function programsOf(sources: readonly Pick<Source, "path" | "text">[]): ReadonlySet<string> {
  return new Set(
    sources.filter(({ text }) => text.includes("import.meta.main")).map(({ path }) => path),
  );
}

/**
 * The programs that a test names by their paths: it starts them in processes of their own, and imports
 * none of them.
 */
export function startedPrograms(
  { path, text }: Pick<Source, "path" | "text">,
  programs: ReadonlySet<string>,
): string[] {
  const named = Array.from(
    text.matchAll(/["'`]((?:\.\.?\/)+[\w./-]+\.ts|src\/[\w./-]+\.ts)["'`]/g),
    ([, name]) => name!.startsWith(".") ? posix.join(posix.dirname(path), name!) : name!,
  );
  return [...new Set(named)].filter((name) => programs.has(name));
}
