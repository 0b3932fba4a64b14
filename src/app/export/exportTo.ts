import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Client } from "../../client/client.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { explained } from "../../options/explained.ts";
import { sweepDrafts } from "../../options/sweepDrafts.ts";
import { type Progress, startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";
import type { Zones } from "../../time/zone.ts";
import { checkClient } from "../ask/checkInput.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { folderPath } from "../ask/folderPath.ts";
import { exportFiles } from "./exportFiles.ts";
import { exportLists } from "./exportLists.ts";
import { exportRecords } from "./exportRecords.ts";
import { ExportFolder, MANIFEST, type Manifest } from "./exportFolder.ts";

/** Options of {@linkcode Questions.exportTo}. */
export interface ExportToOptions {
  /**
   * Replaces an earlier export in the folder once the new one is complete. A folder with any other
   * content is never touched.
   * @default false: the folder has to be new or empty
   */
  replace?: boolean | undefined;
  /** IANA zone of the months. @default the client's zone */
  tz?: Zones | undefined;
  /** Stops the export and removes what it has written. */
  signal?: AbortSignal | undefined;
  /** Called with the progress. @default `show.progressBar()` */
  onProgress?: ((progress: Progress) => void) | undefined;
}

const OPTIONS = optionNames<ExportToOptions>()("replace tz signal onProgress");
const ACTION = "export";

/** Age in milliseconds at which a draft of this export counts as abandoned. */
const QUIET = 3_600_000;

/** Writes all of the user's own data to a folder: see {@linkcode Questions.exportTo}. */
export async function exportTo(
  client: Client,
  folder: string | URL,
  options: ExportToOptions = {},
): Promise<Manifest> {
  checkClient(ACTION, client);
  checkOptions(ACTION, options, OPTIONS);
  const { replace = false, signal, onProgress = progressBar() } = options;
  const tz = zoneOf(client, options.tz, ACTION);
  const target = folderPath(ACTION, "folder", folder).replace(/(?<=.)[/\\]+$/, "");
  await checkTarget(target, replace);
  signal?.throwIfAborted();
  const draft = `${target}.${crypto.randomUUID()}.tmp`;
  await explained(`${ACTION} to ${target}`, () => mkdir(draft, { recursive: true, mode: 0o700 }));
  const progress = startProgress(onProgress, { action: ACTION, unit: "records" });
  try {
    return await explained(`${ACTION} to ${target}`, async () => {
      const into = new ExportFolder(draft);
      await exportRecords(client, into, { tz, signal, report: progress.report });
      await exportLists(client, into, signal);
      await exportFiles(client, into, signal);
      const manifest = await into.finish(client, tz);
      await moveTo(draft, target);
      return manifest;
    });
  } finally {
    progress.end();
    await rm(draft, { recursive: true, force: true }).catch(() => {}); // the next export removes it
    await sweepDrafts(dirname(target), { of: basename(target), quietFor: QUIET });
  }
}

/** Moves a complete export to its place, over an earlier export or an empty folder. */
async function moveTo(draft: string, target: string): Promise<void> {
  const old = `${draft}.old`;
  const isThere = await lstat(target).then(() => true, () => false);
  if (isThere) await rename(target, old);
  try {
    await rename(draft, target);
  } catch (error) {
    if (isThere) {
      await rename(old, target).catch((cause) => {
        const reason = (error as Error).message;
        throw new Error(
          `Cannot ${ACTION} to ${target}: ${reason}. The earlier export is now ${old}. Move it back.`,
          { cause },
        );
      });
    }
    throw error;
  }
  // If the earlier export cannot be removed, the next export removes it.
  if (isThere) await rm(old, { recursive: true }).catch(() => {});
}

/**
 * Rejects a folder with content.
 *
 * @throws {RangeError} if it contains an export and `replace` is not set, or anything else, or is a
 * file
 */
async function checkTarget(target: string, replace: boolean): Promise<void> {
  const found = await lstat(target).catch(() => undefined);
  if (found === undefined) return;
  if (found.isSymbolicLink()) {
    throw new RangeError(
      `Cannot ${ACTION}: ${target} is a symbolic link, which is not followed. Pass the folder itself.`,
    );
  }
  if (!found.isDirectory()) throw new RangeError(`Cannot ${ACTION}: ${target} is a file`);
  const names = await readdir(target);
  if (names.length === 0) return;
  if (!names.includes(MANIFEST)) {
    throw new RangeError(
      `Cannot ${ACTION}: ${target} is not an earlier export, since it contains ${
        names[0]
      }; pass a new folder`,
    );
  }
  if (replace) return;
  throw new RangeError(
    `Cannot ${ACTION}: ${target} contains an earlier export. Choose a new folder, or pass { replace: true }.`,
  );
}
