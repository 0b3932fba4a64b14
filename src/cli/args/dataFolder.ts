import { platformFolder } from "../../options/platformFolder.ts";

/**
 * Returns lifeframe's folder in the platform's folder for data.
 *
 * @throws {RangeError} if no environment variable gives the folder
 */
export function dataFolder(): string {
  const found = platformFolder("data");
  if (found !== undefined) return found;
  throw new RangeError("the folder for data is unknown. Set one with --data.");
}
