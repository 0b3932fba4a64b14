import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explained } from "./explained.ts";
import { sweepDrafts } from "./sweepDrafts.ts";

/** Milliseconds after which a folder of another process counts as left behind. */
const QUIET = 86_400_000;

/**
 * Passes a temporary folder to `work`, and removes it afterwards. Also removes the folders that
 * terminated processes left behind, since they hold personal data.
 */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const parent = tmpdir(), folder = join(parent, `lifeframe.${crypto.randomUUID()}`);
  await sweepDrafts(parent, { of: "lifeframe", quietFor: QUIET });
  await explained(`make a folder in ${parent}`, () => mkdir(folder, { mode: 0o700 }));
  try {
    return await work(folder);
  } finally { // a browser that was ended may still write
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
      .catch(() => {}); // the next call tries again
  }
}
