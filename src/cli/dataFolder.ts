import { tmpdir } from "node:os";
import { platformFolder } from "../options/platformFolder.ts";

/**
 * Where this platform keeps the data of programs, for lifeframe. Run as a program, it prints that
 * and the folder for temporary files, with a comma between: what `deno task serve` may write.
 *
 * @throws {RangeError} if no variable of the environment says so
 */
export function dataFolder(): string {
  const found = platformFolder("data");
  if (found !== undefined) return found;
  throw new RangeError("there is no folder for data; name one with --data");
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
