import type { FrameLike } from "../../frame/open.ts";
import { rowCount } from "../../frame/columns/columns.ts";
import type { TableSchema } from "../tableSchema.ts";
import { appendPeople } from "./appendPeople.ts";
import { type FileChange, writeAndSync } from "./commitFiles.ts";
import { fileRows, sortKeys, stageFile } from "./fileRows.ts";
import { changeFolder, stageParquet, STAGING } from "./changeFolder.ts";
import { formatManifest, MANIFEST, type Manifest, readManifest } from "./manifest.ts";
import { PEOPLE_FILE, readOwnPeople, type Zones } from "./people.ts";
import { Pseudonyms } from "./pseudonyms.ts";
import { readTable, type TableData } from "./readData.ts";
import { stageWithout } from "./stageWithout.ts";

/** Result of writing a cohort. */
export interface Written {
  /** Number of added people. */
  readonly people: number;
  /** Number of rows added to each table. */
  readonly rows: { readonly [table: string]: number };
  /** Number of files written. */
  readonly files: number;
}

/** Options for adding data. */
export interface AppendOptions {
  /** Number of buckets of a new cohort. */
  readonly buckets: number | undefined;
  /** `true` to replace the rows that these people have in these tables. */
  readonly replace: boolean;
  /** Key of the pseudonyms. */
  readonly pseudonymKey: string | Uint8Array | undefined;
}

/**
 * Adds people and rows to a cohort's folder, all or nothing.
 *
 * @throws the errors of `writeCohort`
 */
export async function appendData(
  folder: string,
  people: FrameLike | undefined,
  tables: { readonly [table: string]: FrameLike },
  { buckets, replace, pseudonymKey }: AppendOptions,
): Promise<Written> {
  return await changeFolder(folder, async () => {
    const before = await readManifest(folder);
    if (before !== undefined && buckets !== undefined && buckets !== before.buckets) {
      throw new RangeError(
        `Cannot write to ${folder}: its people are spread among ${before.buckets} buckets, not ${buckets}`,
      );
    }
    const count = before?.buckets ?? buckets ?? 16;
    const pseudonyms = Pseudonyms.open(`write to ${folder}`, pseudonymKey, before);
    const all = appendPeople(await readOwnPeople(folder), people, pseudonyms);
    const data = Object.entries(tables).map(([table, frame]) =>
      [checkName(table), readTable(table, frame, before?.tables[table], pseudonyms)] as const
    );
    for (const [table, { persons }] of data) checkKnown(table, persons, all.zones);
    const replaced = new Map<string, number>(); // number of rows left in each file
    for (const [table, { persons }] of replace ? data : []) {
      for (
        const { name, left } of await stageWithout(folder, table, all.given ?? new Set(persons))
      ) {
        replaced.set(name, left);
      }
    }
    const added = await stage(folder, data, count);
    const isEmpty = (name: string): boolean => replaced.get(name) === 0 && !added.includes(name);
    const places = new Set([...replaced.keys(), ...added]);
    await stageParquet(folder, PEOPLE_FILE, all.frame);
    const schemas: Record<string, TableSchema> = { ...before?.tables };
    for (const [table, { schema }] of data) schemas[table] = schema;
    const check = pseudonyms === undefined ? {} : { pseudonyms: pseudonyms.check };
    const results = Object.fromEntries( // a table with other rows is no longer a result
      Object.entries(before?.results ?? {}).filter(([table]) => !Object.hasOwn(tables, table)),
    );
    const manifest: Manifest = { buckets: count, tables: schemas, results, ...check };
    await writeAndSync(`${folder}/${STAGING}/${MANIFEST}`, formatManifest(manifest));
    const files = [...places].filter((name) => !isEmpty(name)).concat(PEOPLE_FILE);
    return {
      changes: [
        ...[...places].filter(isEmpty).map((to): FileChange => ({ to })),
        ...[...files, MANIFEST].map((to): FileChange => ({ from: `${STAGING}/${to}`, to })),
      ],
      result: {
        people: all.added,
        rows: Object.fromEntries(data.map(([table, { columns }]) => [table, rowCount(columns)])),
        files: files.length,
      },
    };
  });
}

async function stage(
  folder: string,
  data: readonly (readonly [string, TableData])[],
  buckets: number,
): Promise<string[]> {
  const places: string[] = [];
  for (const [table, { columns, schema, persons }] of data) {
    for (const filed of fileRows(table, columns, schema, persons, buckets)) {
      places.push(await stageFile(folder, filed, sortKeys(schema)));
    }
  }
  return places;
}

/** Checks a table's name, which is also a folder's name and a name in SQL. */
function checkName(table: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(table) && table !== "people") return table;
  throw new RangeError(
    `Cannot write table ${
      JSON.stringify(table)
    }: a name is a letter and then letters, digits and _; people is taken`,
  );
}

function checkKnown(table: string, persons: TableData["persons"], zones: Zones): void {
  const row = persons.findIndex((person) => !zones.has(person));
  if (row < 0) return;
  throw new TypeError(
    `Cannot write table ${table}: person ${
      persons[row]
    } of row ${row} is not in people, so that nobody knows the zone`,
  );
}
