/** Milliseconds between two tries, and after which a lock is taken for left behind. */
const PAUSE = 25, STALE = 60_000;

/**
 * Does work while a lock file of that name is ours, so that programs take turns. A lock that is a
 * minute old was left by a program that was stopped, and is taken over.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!await taken(path)) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  try {
    return await work();
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}

async function taken(path: string): Promise<boolean> {
  try {
    (await Deno.open(path, { write: true, createNew: true, mode: 0o600 })).close();
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    const info = await Deno.stat(path).catch(() => undefined);
    const age = Date.now() - (info?.mtime?.getTime() ?? Date.now());
    if (age > STALE) await Deno.remove(path).catch(() => {});
    return false;
  }
}
