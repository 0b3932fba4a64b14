import { cellSignal } from "../../options/callSignal.ts";
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { rmSync } from "node:fs";
import process from "node:process";
import { hasCode } from "../../options/runtime.ts";
import { VERSION } from "../../options/version.ts";
import { platformFolder } from "../../options/platformFolder.ts";
import type { SampleOptions } from "../../sample/life/options.ts";
import { openStore, type Store } from "../../store/openStore.ts";

/** Fills an empty store with the sample. */
export type FillStore = (store: Store) => Promise<void>;

/** Folders whose code makes the sample and its format; in a clone they may have changed. */
const MAKERS = ["sample", "store", "service", "api", "schema", "app/sample"];

/** Age in milliseconds at which a copy that no process uses is removed. */
const STALE = 86_400_000;

/** `true` once the warning that the sample cannot be stored was shown. */
let isSaid = false;

/**
 * Returns a store with the sample for one caller. It is a copy of a database that is made once and
 * stored in the platform's cache folder, as `sample-<version>-<days>.sqlite`. If that folder cannot
 * be written, the sample is made in memory at each start, with one warning.
 *
 * @param fill Fills a store if no sample is stored yet.
 * @param findFolder Returns the folder; `undefined` if the platform has none.
 */
export async function readySample(
  options: SampleOptions,
  fill: FillStore,
  findFolder: () => string | undefined = () => platformFolder("cache"),
): Promise<Store> {
  try {
    const folder = findFolder();
    if (folder === undefined) throw new Error("no environment variable gives a folder");
    await mkdir(folder, { recursive: true });
    const path = `${folder}/${await fileName(options)}`;
    if (!await isWhole(path)) await make(path, fill);
    return await openCopy(path);
  } catch (error) {
    cellSignal()?.throwIfAborted();
    if (error instanceof RangeError || error instanceof TypeError) throw error; // wrong options
    sayOnce((error as Error).message);
    const store = openStore();
    await fill(store);
    return store;
  }
}

/**
 * Returns the name of the stored database; in a clone it includes the time of the newest source
 * file.
 */
async function fileName({ seed = 1, days }: SampleOptions): Promise<string> {
  const parts = ["sample", VERSION, days ?? "all", ...seed === 1 ? [] : [`seed${seed}`]];
  const changed = import.meta.url.endsWith(".ts") && import.meta.url.startsWith("file:")
    ? await newest()
    : 0;
  return `${[...parts, ...changed === 0 ? [] : [changed.toString(36)]].join("-")}.sqlite`;
}

/** Returns when the newest source file was changed, in milliseconds. */
async function newest(): Promise<number> {
  const root = new URL("../../", import.meta.url);
  const times = await Promise.all(MAKERS.map((folder) => newestBelow(new URL(`${folder}/`, root))));
  return Math.max(...times);
}

async function newestBelow(folder: URL): Promise<number> {
  const times: Promise<number>[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    times.push(
      entry.isDirectory()
        ? newestBelow(new URL(`${entry.name}/`, folder))
        : stat(new URL(entry.name, folder)).then(({ mtimeMs }) => mtimeMs),
    );
  }
  return Math.max(0, ...await Promise.all(times));
}

/**
 * Returns whether a database has all of its pages, by the header of its file (SQLite file format,
 * 1.3).
 */
async function isWhole(path: string): Promise<boolean> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const header = new DataView(new ArrayBuffer(100));
    await file.read(new Uint8Array(header.buffer), 0, 100); // missing bytes stay 0
    const pageSize = header.getUint16(16), pages = header.getUint32(28);
    return (await file.stat()).size === (pageSize === 1 ? 65_536 : pageSize) * pages && pages > 0;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  } finally {
    await file?.close();
  }
}

/**
 * Makes the database next to its final place and moves it there once it is complete: several
 * processes may do so at the same time.
 */
async function make(path: string, fill: FillStore): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const store = openStore({ path: draft, scratch: true });
    try {
      await fill(store);
    } finally {
      await store.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
  await removeOld(path);
}

/** Removes databases of older versions for the same days, and copies that a process left behind. */
async function removeOld(path: string): Promise<void> {
  const end = path.lastIndexOf("/"), folder = path.slice(0, end), name = path.slice(end + 1);
  const shape = (name: string): string =>
    // without version and time
    name.replace(/^sample-[^-]+-(\w+)((?:-seed-?\d+)?).*$/, "$1$2");
  for (const other of await readdir(folder)) {
    if (other === name || !/^sample-.*\.(?:sqlite|tmp)$/.test(other)) continue;
    const file = `${folder}/${other}`;
    const isOld = other.endsWith(".tmp")
      ? Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? 0) > STALE
      : shape(other) === shape(name);
    if (isOld) await rm(file).catch(() => {});
  }
}

/**
 * Opens a copy. Its file is removed at once if the system allows that, otherwise when the process
 * ends.
 */
async function openCopy(path: string): Promise<Store> {
  const copy = `${path}.${crypto.randomUUID()}.tmp`;
  await copyFile(path, copy);
  try {
    return openStore({ path: copy, scratch: true });
  } finally {
    await rm(copy).catch(() => {
      process.once("exit", () => rmSync(copy));
    });
  }
}

function sayOnce(reason: string): void {
  if (isSaid) return;
  isSaid = true;
  // deno-lint-ignore no-console -- a notebook shows it in the cell
  console.warn(`The sample is made again at each start, because it cannot be stored: ${reason}`);
}
