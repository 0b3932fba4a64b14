import { cellType, type TableSchema, TYPE_LABELS } from "../tableSchema.ts";

/** What a cohort's folder says of itself in `_cohort.json`, which engines that read Parquet skip. */
export interface Manifest {
  /** Among how many buckets people are spread. */
  readonly buckets: number;
  /** The columns of each table. */
  readonly tables: { readonly [table: string]: TableSchema };
}

/** Its file. */
export const MANIFEST = "_cohort.json";
const LAYOUT = 1;

/**
 * Reads the manifest of a folder; undefined if there is none, as in a folder that another engine wrote.
 *
 * @throws {TypeError} if it is no manifest, or one of a later layout
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await Deno.readTextFile(`${folder}/${MANIFEST}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  return parseManifest(text, `${folder}/${MANIFEST}`);
}

function parseManifest(text: string, path: string): Manifest {
  const reject = (reason: string, cause?: unknown): never => {
    throw new TypeError(`Cannot read ${path}: ${reason}`, { cause });
  };
  let json: { layout?: unknown; buckets?: unknown; tables?: unknown };
  try {
    json = JSON.parse(text);
  } catch (cause) {
    return reject("it is not JSON", cause);
  }
  if (json?.layout !== LAYOUT) {
    return reject(`its layout is ${JSON.stringify(json?.layout)}, not ${LAYOUT}`);
  }
  if (!Number.isInteger(json.buckets) || (json.buckets as number) < 1) {
    return reject(`buckets is ${JSON.stringify(json.buckets)}`);
  }
  const tables = Object.entries((json.tables ?? {}) as Record<string, Record<string, string>>).map(
    ([table, columns]) => [
      table,
      Object.fromEntries(
        Object.entries(columns).map(([name, label]) => [
          name,
          cellType(label) ?? reject(`column ${name} of ${table} is ${JSON.stringify(label)}`),
        ]),
      ),
    ],
  );
  return { buckets: json.buckets as number, tables: Object.fromEntries(tables) };
}

/** A manifest as its file's text. */
export function formatManifest({ buckets, tables }: Manifest): string {
  const labels = (columns: TableSchema) =>
    Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, TYPE_LABELS[type]]));
  const body = {
    layout: LAYOUT,
    buckets,
    tables: Object.fromEntries(Object.entries(tables).map(([name, own]) => [name, labels(own)])),
  };
  return JSON.stringify(body, null, 2) + "\n";
}
