import { isThere } from "./commitFiles.ts";
import { checkFileName, logError, LOGS, partitionKeys } from "./partitions.ts";

/** Parquet file of a table. */
export interface TableFile {
  readonly path: string;
  /** Path below the cohort's folder, for messages. */
  readonly name: string;
  /** Bucket in its path; 0 if the path has none. */
  readonly bucket: number;
  /** Month in its path, UTC, `2025-03`; `undefined` without one. */
  readonly month: string | undefined;
  /** `true` if its path is one that `writeCohort` gives. */
  readonly isOwn: boolean;
  /** Size in bytes. */
  readonly size: number;
}

const OWN = /^[^/]+\/bucket=\d+\/(?:month=\d{4,}-\d\d\/)?part-\d+\.parquet$/;

/**
 * Lists the files of a table by bucket, month and name, whichever folders they are in; an unknown
 * table has no files. Hidden names are skipped, as Spark does: those that start with `.`, or with
 * `_` unless they are `_key=value`.
 *
 * @throws {TypeError} if the table is from Delta Lake or Hudi, a file is not Parquet, a folder is
 * not `key=value`, or a link leads to a file or folder that is listed already, or to nothing
 */
export async function tableFiles(folder: string, table: string): Promise<TableFile[]> {
  for (const log of Object.keys(LOGS)) {
    if (await isThere(`${folder}/${table}/${log}`)) throw logError(table, log);
  }
  const found: TableFile[] = [], seen = new Map<string, string>();
  const walk = async (below: string): Promise<void> => {
    for (const entry of await entriesOf(`${folder}/${below}`)) {
      const name = `${below}/${entry}`, path = `${folder}/${name}`;
      const { isDirectory, isFile, size, dev, ino } = await statOf(path, name);
      const id = `${dev} ${ino}`, other = seen.get(id);
      if (Number.isSafeInteger(ino) && ino !== 0 && other !== undefined) { // Windows rounds large ones
        throw new TypeError(
          `Cannot read ${name}: through a link, it is the same file as ${other}, so its rows would count twice. Remove one of them.`,
        );
      }
      seen.set(id, name);
      if (isDirectory) {
        await walk(name);
        continue;
      }
      checkFileName(name);
      partitionKeys(name);
      if (!isFile) throw new TypeError(`Cannot read ${name}: it is not a file. Remove it.`); // a pipe would block
      found.push({
        path,
        name,
        bucket: Number(/\/bucket=(\d+)\//.exec(name)?.[1] ?? 0),
        month: /\/month=(\d{4,}-\d\d)\//.exec(name)?.[1],
        isOwn: OWN.test(name),
        size,
      });
    }
  };
  await walk(table);
  return found.sort((a, b) => a.bucket - b.bucket || (a.name < b.name ? -1 : 1));
}

async function statOf(path: string, name: string): Promise<Deno.FileInfo> {
  try {
    return await Deno.stat(path);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new TypeError(
      `Cannot read ${name}: it is a broken link, or was just removed. Remove the link.`,
      { cause },
    );
  }
}

/** Lists the tables in a folder: the folders with files or further folders, except `people`. */
export async function tableNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await entriesOf(folder)) {
    if (name !== "people" && (await entriesOf(`${folder}/${name}`)).length > 0) names.push(name);
  }
  return names;
}

/** Returns whether readers skip a file or folder of this name. */
function isHidden(name: string): boolean {
  return name.startsWith(".") || name.startsWith("_") && !name.includes("=");
}

/** Lists the visible entries of a folder; a missing folder, or a file, has none. */
async function entriesOf(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) if (!isHidden(name)) names.push(name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return [];
    }
    throw error;
  }
  return names.sort();
}

/** Lists skipped Parquet files: hidden ones, and files outside a table's folder. */
export async function skippedParquet(
  folder: string,
  below = "",
  hidden = false,
): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
    const skipped = hidden || isHidden(name), path = `${below}${name}`;
    if (isDirectory) found.push(...await skippedParquet(folder, `${path}/`, skipped));
    else if ((skipped || below === "") && /\.parquet$/i.test(name)) found.push(path);
  }
  return found.sort();
}
