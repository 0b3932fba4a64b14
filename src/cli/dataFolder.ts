import { tmpdir } from "node:os";

/**
 * Where this platform keeps the data of programs, for lifeframe. Run as a program, it prints that
 * and the folder for temporary files, with a comma between: what `deno task serve` may write.
 *
 * @throws {RangeError} if no variable of the environment says so
 */
export function dataFolder(): string {
  const { os } = Deno.build;
  const found = os === "windows"
    ? within(Deno.env.get("LOCALAPPDATA"), "lifeframe")
    : os === "darwin"
    ? within(Deno.env.get("HOME"), "Library/Application Support/lifeframe")
    : within(Deno.env.get("XDG_DATA_HOME"), "lifeframe") ??
      within(Deno.env.get("HOME"), ".local/share/lifeframe");
  if (found !== undefined) return found;
  throw new RangeError("there is no folder for data; name one with --data");
}

function within(base: string | undefined, path: string): string | undefined {
  return base ? `${base}/${path}` : undefined;
}

if (import.meta.main) {
  let folders = tmpdir();
  try {
    folders += `,${dataFolder()}`;
  } catch {
    // The service asks for --data then.
  }
  Deno.stdout.writeSync(new TextEncoder().encode(folders));
}
