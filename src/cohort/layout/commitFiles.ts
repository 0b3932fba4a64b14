/** A file that was written beside its place, and its place. */
export interface Renaming {
  /** Where it is, below the folder. */
  readonly from: string;
  /** Where it belongs, below the folder. */
  readonly to: string;
}

const JOURNAL = "_commit.json";

/**
 * Puts files into their places, all of them or, if the process ends before the journal is written,
 * none: what a journal names is carried on by whoever writes next.
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

/** Carries on what a process that ended amid a commit had begun. */
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
      if (!(error instanceof Deno.errors.NotFound)) throw error; // renamed before the end
    });
  }
  await Deno.remove(`${folder}/${JOURNAL}`);
}

/**
 * Whether a commit was begun and not finished: what is read then is half of the old and half of the
 * new.
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

/** Writes a file and waits until the disk has it. */
export async function writeAndSync(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}

/** Makes the disk hold what another wrote into a file. */
export async function syncFile(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  await file.sync();
}
