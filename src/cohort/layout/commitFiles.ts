/** Change of a file: a staged file that replaces it, or its removal. */
export interface FileChange {
  /** Staged path, below the folder; without it, the file is removed. */
  readonly from?: string;
  /** Path below the folder. */
  readonly to: string;
}

/** File with the changes of a commit that has started. */
export const JOURNAL = "_commit.json";

/**
 * Changes files: all of them, or none if the process ends before the journal is written. The next
 * writer finishes a journal.
 */
export async function commitFiles(folder: string, files: readonly FileChange[]): Promise<void> {
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
  let files: readonly FileChange[];
  try {
    files = JSON.parse(await Deno.readTextFile(`${folder}/${JOURNAL}`));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  for (const { from, to } of files) {
    const below = to.slice(0, Math.max(0, to.lastIndexOf("/")));
    if (from !== undefined) await Deno.mkdir(`${folder}/${below}`, { recursive: true });
    const change = from === undefined
      ? Deno.remove(`${folder}/${to}`)
      : Deno.rename(`${folder}/${from}`, `${folder}/${to}`);
    await change.catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error; // done before the process ended
    });
  }
  await Deno.remove(`${folder}/${JOURNAL}`);
}

/** Returns whether a file or folder exists. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return false;
    }
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
