import { platformFolder } from "../options/platformFolder.ts";

/**
 * Run as a program, it prints what `deno task login` and `deno task token` may read and write: this
 * folder and the platform's for settings; with `--cache` that for what can be made again as well, where
 * `deno task report` keeps the sample.
 */
function folders(args: readonly string[]): string {
  const purposes = args.includes("--cache")
    ? ["settings", "cache"] as const
    : ["settings"] as const;
  const found = purposes.map((purpose) => platformFolder(purpose));
  return [".", ...found.filter((folder) => folder !== undefined)].join(",");
}

if (import.meta.main) Deno.stdout.writeSync(new TextEncoder().encode(folders(Deno.args)));
