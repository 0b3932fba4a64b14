import { open } from "node:fs/promises";

/**
 * Brings what was written to a file onto the disk without holding up other work, so that a later
 * sync, which does, finds little left to do. Where that fails, the later one does it all.
 */
export async function syncFile(path: string): Promise<void> {
  try {
    const file = await open(path, "r+");
    await file.datasync().finally(() => file.close());
  } catch {
    // The sync that counts is still to come.
  }
}
