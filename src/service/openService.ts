import { chmod, mkdir } from "node:fs/promises";
import { STORE_FILE, useFolder } from "../store/sqlite/folderLock.ts";
import { openStore, type Store } from "../store/openStore.ts";
import { sweepDrafts } from "../options/sweepDrafts.ts";
import { explained } from "../options/explained.ts";
import { backupBeforeMigration } from "../store/sqlite/backup.ts";
import { createService } from "./createService.ts";
import { signingKeyOf } from "./auth/signingKey.ts";
import type { Service, ServiceOptions } from "./service.ts";

/** How a service over a folder, or in memory, is opened. */
export interface OpenServiceOptions extends Omit<ServiceOptions, "store" | "signingKey"> {
  /**
   * The folder that keeps the database and the signing key, made if there is none, readable by its
   * owner alone. @default none: all is kept in memory and lost at the end
   */
  folder?: string | undefined;
  /** Called where another process uses the folder too: both work, and take turns at writing. */
  onSharedFolder?: (folder: string) => void;
  /** Called with the store before anybody is served from it: what is in it may be brought up to date. */
  onStore?: (store: Store) => Promise<void>;
}

/**
 * Opens the embedded service over a folder: what it keeps there, and the tokens that it has issued,
 * are good again the next time. A database that an older version has written is copied beside itself
 * before it is brought to the present form.
 *
 * @throws {RangeError} if a newer version has written the folder
 */
export async function openService(options: OpenServiceOptions = {}): Promise<Service> {
  const { folder, clock, onSharedFolder, onStore, ...rest } = options;
  if (folder === undefined) {
    const store = openStore({ clock });
    await onStore?.(store);
    return createService({ ...rest, store });
  }
  await makeFolder(folder);
  const lock = await explained(`use the folder ${folder}`, () => useFolder(folder));
  try {
    if (lock.isShared) onSharedFolder?.(folder);
    const signingKey = await signingKeyOf(`${folder}/signing.key`);
    const path = `${folder}/${STORE_FILE}`;
    if (!lock.isShared) await sweepDrafts(folder, { of: "lifeframe" });
    await backupBeforeMigration(path);
    const store = openStore({ path, clock });
    await onStore?.(store).catch(async (error) => {
      await store.close();
      throw error;
    });
    const service = createService({ ...rest, store, signingKey });
    return { ...service, close: () => service.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700).catch(() => {}); // one that was there; it may belong to somebody else
  } catch (error) {
    if ((error as Error).name === "NotCapable") throw error;
    throw new Error(`Cannot make the folder ${folder}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
