import { platformFolder } from "../options/platformFolder.ts";

/**
 * Returns the folder of this platform for the data of programs, for lifeframe.
 *
 * @throws {RangeError} if no variable of the environment names it
 */
export function dataFolder(): string {
  const found = platformFolder("data");
  if (found !== undefined) return found;
  throw new RangeError("there is no folder for data; name one with --data");
}
