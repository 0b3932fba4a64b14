import { open } from "node:fs/promises";

/**
 * Syncs a file to disk without blocking other work, so that a later blocking sync has little left
 * to do. If this fails, the later sync does all of it.
 */
export async function syncFile(path: string): Promise<void> {
  try {
    const file = await open(path, "r+");
    await file.datasync().finally(() => file.close());
  } catch {
    // The decisive sync comes later.
  }
}
