import { cellType, type TableSchema, TYPE_LABELS } from "../tableSchema.ts";

/**
 * Origin of a table that `writeTo` wrote: the same input and query give the same rows. The folder
 * of your own modules is left out.
 */
export interface ResultOrigin {
  /** Name of the source table. */
  readonly table: string;
  /** Conditions, columns and verbs in their order, with the options of verbs. */
  readonly steps: readonly { readonly kind: string; readonly [part: string]: unknown }[];
  /** Version of lifeframe. */
  readonly version: string;
  /** Input: the files, their rows before conditions on columns, and everyone's zone. */
  readonly input: {
    readonly files: number;
    readonly rows: number;
    /** SHA-256 of the lines `sha256sum` prints for the files, sorted by name. */
    readonly sha256: string;
    /** SHA-256 of the lines `PERSON ZONE`, sorted. */
    readonly zones: string;
  };
  /** Number of rows written. */
  readonly rows: number;
  /** Number of people with rows. */
  readonly people: number;
  /** Number of people whose rows made a verb fail. */
  readonly failed: number;
}

/** Contents of `_cohort.json` in a cohort's folder. Engines that read Parquet skip this file. */
export interface Manifest {
  /** Number of buckets. */
  readonly buckets: number;
  /** Columns of each table. */
  readonly tables: { readonly [table: string]: TableSchema };
  /** Check of the key if people have pseudonyms. */
  readonly pseudonyms?: string;
  /** Origin of each table that is an unchanged result of `writeTo`. */
  readonly results?: { readonly [table: string]: ResultOrigin };
}

export const MANIFEST = "_cohort.json";
const LAYOUT = 1;

/**
 * Reads the manifest of a folder; returns `undefined` if it is missing, as in a folder from another
 * engine.
 *
 * @throws {TypeError} if it is invalid, or has a later layout
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
  let json: { [Name in "layout" | "buckets" | "tables" | "pseudonyms" | "results"]?: unknown };
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
  const { pseudonyms, results } = json;
  if (pseudonyms !== undefined && typeof pseudonyms !== "string") {
    return reject(`pseudonyms is ${JSON.stringify(pseudonyms)}`);
  }
  if (results !== undefined && (results === null || typeof results !== "object")) {
    return reject(`results is ${JSON.stringify(results)}`);
  }
  return {
    buckets: json.buckets as number,
    tables: Object.fromEntries(tables),
    ...pseudonyms === undefined ? {} : { pseudonyms },
    ...results === undefined ? {} : { results: results as Manifest["results"] & object },
  };
}

/** Formats a manifest as the text of its file. */
export function formatManifest({ buckets, tables, pseudonyms, results = {} }: Manifest): string {
  const labels = (columns: TableSchema) =>
    Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, TYPE_LABELS[type]]));
  const body = {
    layout: LAYOUT,
    buckets,
    ...pseudonyms === undefined ? {} : { pseudonyms },
    tables: Object.fromEntries(Object.entries(tables).map(([name, own]) => [name, labels(own)])),
    ...Object.keys(results).length === 0 ? {} : { results },
  };
  return JSON.stringify(body, null, 2) + "\n";
}
