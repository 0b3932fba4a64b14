import { configFolder } from "./configFolder.ts";

/**
 * Where credentials are kept unless a file is named.
 *
 * @throws {RangeError} if there is no such place
 */
export function credentialsPath(): string {
  return `${configFolder()}/credentials.json`;
}
