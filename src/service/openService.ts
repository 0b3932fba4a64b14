import { openStore } from "../store/openStore.ts";
import { createService, type Service, type ServiceOptions } from "./createService.ts";
import { signingKeyOf } from "./signingKey.ts";

/** How a service over a folder, or in memory, is opened. */
export interface OpenServiceOptions extends Omit<ServiceOptions, "store" | "signingKey"> {
  /**
   * The folder that keeps the database and the signing key, made if there is none, readable by its
   * owner alone. @default none: all is kept in memory and lost at the end
   */
  folder?: string | undefined;
}

/**
 * Opens the embedded service over a folder: what it keeps there, and the tokens that it has issued,
 * are good again the next time.
 *
 * @throws {RangeError} if a newer version has written the folder
 */
export async function openService(options: OpenServiceOptions = {}): Promise<Service> {
  const { folder, clock, ...rest } = options;
  if (folder === undefined) return createService({ ...rest, store: openStore({ clock }) });
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const signingKey = await signingKeyOf(`${folder}/signing.key`);
  const store = openStore({ path: `${folder}/lifeframe.sqlite`, clock });
  return createService({ ...rest, store, signingKey });
}
