import { platformFolder } from "../../options/platformFolder.ts";

/**
 * Returns lifeframe's folder in the platform's folder for settings.
 *
 * @throws {RangeError} if no environment variable gives the folder
 */
export function configFolder(): string {
  const found = platformFolder("settings");
  if (found !== undefined) return found;
  throw new RangeError(
    "Cannot find the folder for credentials: HOME is not set. Set it, or pass a file.",
  );
}

/**
 * Returns the default path of the credentials file.
 *
 * @throws {RangeError} if the platform has no folder for settings
 */
export function credentialsPath(): string {
  return `${configFolder()}/credentials.json`;
}
