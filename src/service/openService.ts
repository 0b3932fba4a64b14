import { chmod, mkdir } from "node:fs/promises";
import { STORE_FILE, useFolder } from "../store/sqlite/folderLock.ts";
import { openStore, type Store } from "../store/openStore.ts";
import { explained } from "../options/explained.ts";
import { backupBeforeMigration, sweepStore } from "../store/sqlite/backup.ts";
import { createService } from "./createService.ts";
import { signingKeyOf } from "./auth/signingKey.ts";
import type { Service, ServiceOptions } from "./service.ts";

/** Options of {@linkcode openService}. */
export interface OpenServiceOptions extends Omit<ServiceOptions, "store" | "signingKey"> {
  /**
   * Folder of the database and the signing key, created if missing, readable only by its owner.
   * @default none: all data is in memory and lost at the end
   */
  folder?: string | undefined;
  /** Called if another process uses the folder too. Both work and take turns at writing. */
  onSharedFolder?: (folder: string) => void;
  /** Called with the store before the first request, for example to update its contents. */
  onStore?: (store: Store) => Promise<void>;
}

/**
 * Opens the embedded service on a folder. Its data and the tokens that it issued are valid again
 * next time. A database of an older version is first backed up next to itself, and then migrated.
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
  const lock = await useFolder(folder, sweepStore);
  try {
    if (lock.isShared) onSharedFolder?.(folder);
    const signingKey = await signingKeyOf(`${folder}/signing.key`);
    const path = `${folder}/${STORE_FILE}`;
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
  await explained(
    `create the folder ${folder}`,
    () => mkdir(folder, { recursive: true, mode: 0o700 }),
  );
  await chmod(folder, 0o700).catch(() => {}); // an existing folder may belong to somebody else
}
