import { partitionKeys } from "./partitions.ts";

/** Parquet file of a table. */
export interface TableFile {
  readonly path: string;
  /** Path below the cohort's folder, for messages. */
  readonly name: string;
  /** Bucket in its path; 0 if the path has none. */
  readonly bucket: number;
  /** Month in its path, UTC, `2025-03`; `undefined` without one. */
  readonly month: string | undefined;
  /** `true` if its name is one that `writeCohort` gives. */
  readonly isOwn: boolean;
  /** Size in bytes. */
  readonly size: number;
}

/**
 * Lists the files of a table by bucket, month and name, whichever folders they are in; an unknown
 * table has no files. Names that start with `.` or `_` are skipped, as Spark does.
 *
 * @throws {TypeError} if a file is not Parquet, or a folder is not `key=value`
 */
export async function tableFiles(folder: string, table: string): Promise<TableFile[]> {
  const found: TableFile[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await entriesOf(`${folder}/${below}`)) {
      const name = `${below}/${entry}`, path = `${folder}/${name}`;
      const { isDirectory, size } = await Deno.stat(path);
      if (isDirectory) {
        await walk(name);
        continue;
      }
      if (!entry.endsWith(".parquet")) {
        throw new TypeError(
          `Cannot read table ${table}: ${name} is not a Parquet file. Remove it, or start its name with _ to leave it out`,
        );
      }
      partitionKeys(name);
      found.push({
        path,
        name,
        bucket: Number(/\/bucket=(\d+)\//.exec(name)?.[1] ?? 0),
        month: /\/month=(\d{4,}-\d\d)\//.exec(name)?.[1],
        isOwn: /^part-\d+\.parquet$/.test(entry),
        size,
      });
    }
  };
  await walk(table);
  return found.sort((a, b) => a.bucket - b.bucket || (a.name < b.name ? -1 : 1));
}

/** Lists the tables in a folder: the folders with files or further folders, except `people`. */
export async function tableNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await entriesOf(folder)) {
    if (name !== "people" && (await entriesOf(`${folder}/${name}`)).length > 0) names.push(name);
  }
  return names;
}

/** Lists the visible entries of a folder; a missing folder, or a file, has none. */
async function entriesOf(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) if (!/^[._]/.test(name)) names.push(name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return [];
    }
    throw error;
  }
  return names.sort();
}
