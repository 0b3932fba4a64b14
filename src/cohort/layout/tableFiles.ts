/** Parquet file of a table, with the bucket and month from its path. */
export interface TableFile {
  readonly path: string;
  /** Path below the cohort's folder, for messages. */
  readonly name: string;
  /** Bucket of its people. */
  readonly bucket: number;
  /** Month of its rows in UTC, `2025-03`; `undefined` for a table without times. */
  readonly month: string | undefined;
  /** Size in bytes. */
  readonly size: number;
}

/** Lists the files of a table by bucket, month and name; an unknown table has no files. */
export async function tableFiles(folder: string, table: string): Promise<TableFile[]> {
  const found: TableFile[] = [];
  for (const bucket of await entriesOf(`${folder}/${table}`)) {
    const number = /^bucket=(\d+)$/.exec(bucket)?.[1];
    if (number === undefined) continue;
    const add = async (below: string, month: string | undefined): Promise<void> => {
      for (const file of await entriesOf(`${folder}/${below}`)) {
        if (!file.endsWith(".parquet") || /^[._]/.test(file)) continue;
        const name = `${below}/${file}`, path = `${folder}/${name}`;
        const { size } = await Deno.stat(path);
        found.push({ path, name, bucket: Number(number), month, size });
      }
    };
    await add(`${table}/${bucket}`, undefined);
    for (const month of await entriesOf(`${folder}/${table}/${bucket}`)) {
      const text = /^month=(\d{4,}-\d\d)$/.exec(month)?.[1];
      if (text !== undefined) await add(`${table}/${bucket}/${month}`, text);
    }
  }
  return found.sort((a, b) => a.bucket - b.bucket || (a.name < b.name ? -1 : 1));
}

/** Lists the tables in a folder: the folders with buckets. */
export async function tableNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await entriesOf(folder)) {
    if (/^[._]/.test(name)) continue;
    if ((await entriesOf(`${folder}/${name}`)).some((entry) => entry.startsWith("bucket="))) {
      names.push(name);
    }
  }
  return names.sort();
}

async function entriesOf(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) names.push(name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return [];
    }
    throw error;
  }
  return names.sort();
}
