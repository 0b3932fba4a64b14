import { configFolder } from "../client/auth/configFolder.ts";

/** Run as a program, it prints what `deno task login` and `deno task token` may read and write. */
function folders(): string {
  try {
    return `.,${configFolder()}`;
  } catch {
    return "."; // they ask for --file then
  }
}

if (import.meta.main) Deno.stdout.writeSync(new TextEncoder().encode(folders()));
