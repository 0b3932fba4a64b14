/** Staged file and its target. */
export interface Renaming {
  /** Staged path, below the folder. */
  readonly from: string;
  /** Target path, below the folder. */
  readonly to: string;
}

const JOURNAL = "_commit.json";

/**
 * Moves files to their targets: all of them, or none if the process ends before the journal is
 * written. The next writer finishes a journal.
 */
export async function commitFiles(folder: string, files: readonly Renaming[]): Promise<void> {
  await writeAndSync(`${folder}/${JOURNAL}.tmp`, JSON.stringify(files));
  await Deno.rename(`${folder}/${JOURNAL}.tmp`, `${folder}/${JOURNAL}`);
  try {
    await finishCommit(folder);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(
      `Cannot finish writing to ${folder}: ${reason}. The rows are committed, and the next write ` +
        "puts them into place. Do not write them again.",
      { cause: error },
    );
  }
}

/** Finishes a commit that a killed process started. */
export async function finishCommit(folder: string): Promise<void> {
  let files: readonly Renaming[];
  try {
    files = JSON.parse(await Deno.readTextFile(`${folder}/${JOURNAL}`));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  for (const { from, to } of files) {
    await Deno.rename(`${folder}/${from}`, `${folder}/${to}`).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error; // renamed before the process ended
    });
  }
  await Deno.remove(`${folder}/${JOURNAL}`);
}

/**
 * Returns whether a commit was started but not finished, so that a reader would see old and new
 * files.
 */
export async function isCommitOpen(folder: string): Promise<boolean> {
  try {
    await Deno.stat(`${folder}/${JOURNAL}`);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Writes a file and waits until it is on disk. */
export async function writeAndSync(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}

/** Syncs a file that another program wrote. */
export async function syncFile(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  await file.sync();
}
