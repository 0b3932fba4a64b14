import { platformFolder } from "../../options/platformFolder.ts";

/**
 * Where this platform keeps the settings of programs, for lifeframe.
 *
 * @throws {RangeError} if no variable of the environment says so
 */
export function configFolder(): string {
  const found = platformFolder("settings");
  if (found !== undefined) return found;
  throw new RangeError("Cannot find the folder for credentials: HOME is not set; name a file");
}

/**
 * Where credentials are kept unless a file is named.
 *
 * @throws {RangeError} if there is no such place
 */
export function credentialsPath(): string {
  return `${configFolder()}/credentials.json`;
}
