import { type TableSchema, timeColumnOf } from "../tableSchema.ts";

/** Keys of folders that repeat what rows contain: the person's bucket, or parts of the time. */
const OF_TIMES = ["year", "month", "week", "day", "date", "hour"];

/** Logs of other table formats, which keep files with removed and replaced rows. */
export const LOGS: Readonly<Record<string, string>> = {
  _delta_log: "Delta Lake",
  ".hoodie": "Apache Hudi",
};

/** Returns the error for a table with such a log. */
export function logError(table: string, log: string): TypeError {
  return new TypeError(
    `Cannot read table ${table}: it has a log of ${
      LOGS[log]
    }, ${table}/${log}, so some files may be outdated. Write the current rows as plain Parquet.`,
  );
}

/**
 * Checks that a file's name says it is Parquet: others may be unfinished, or copies.
 *
 * @param name Path of the file below the cohort's folder.
 * @throws {TypeError} if it does not end in `.parquet`
 */
export function checkFileName(name: string): void {
  if (/\.parquet$/i.test(name)) return;
  throw new TypeError(
    `Cannot read table ${
      name.split("/")[0]
    }: ${name} is not a Parquet file. Remove it, or start its name with _ to leave it out.`,
  );
}

/**
 * Returns the keys of the folders between a table and one of its files, such as `bucket` and
 * `month` of `stages/bucket=03/month=2025-03/part-0.parquet`.
 *
 * @param name Path of the file below the cohort's folder.
 * @throws {TypeError} if a folder is not `key=value`
 */
export function partitionKeys(name: string): string[] {
  return name.split("/").slice(1, -1).map((part) => {
    const key = /^([^=]+)=/.exec(part)?.[1];
    if (key !== undefined) return key;
    throw new TypeError(
      `Cannot read ${name}: the folder ${part} is not written as key=value. Move the file, or start the folder's name with _ to leave it out.`,
    );
  });
}

/**
 * Checks that no column is only in the names of folders: a file's rows would be read without it.
 *
 * @throws {TypeError} if a key is not part of the layout, or is also a column
 */
export function checkPartitions(name: string, schema: TableSchema): void {
  for (const key of partitionKeys(name)) {
    if (Object.hasOwn(schema, key)) {
      throw new TypeError(
        `Cannot read ${name}: ${key} is a column and a folder, which may differ. Rename one of them.`,
      );
    }
    const isKnown = key === "bucket" ||
      OF_TIMES.includes(key) && timeColumnOf(schema) !== undefined;
    if (isKnown) continue;
    throw new TypeError(
      `Cannot read ${name}: ${key} is only in the folder's name, so rows would lose it. Write it as a column of the files.`,
    );
  }
}
