import type { FrameLike } from "../../frame/open.ts";
import { rowCount } from "../../frame/columns/columns.ts";
import { checkTableName, type TableSchema } from "../tableSchema.ts";
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
  /**
   * Folders of tables that have received rows in this call. The rows become separate files, and the
   * folders are added. @default rows join the folder's small files
   */
  readonly touched?: Set<string>;
  /** Folders whose small files are joined. @default none */
  readonly joins?: ReadonlySet<string>;
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
  { buckets, replace, pseudonymKey, touched, joins = new Set() }: AppendOptions,
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
      [checkTableName(table), readTable(table, frame, before?.tables[table], pseudonyms)] as const
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
    const schemas: Record<string, TableSchema> = { ...before?.tables };
    for (const [table, { schema }] of data) schemas[table] = schema;
    const added = new Set<string>(), joined = new Set<string>(), rest = new Set(joins);
    const stage = async (filed: Parameters<typeof stageFile>[1]): Promise<void> => {
      const keys = sortKeys(schemas[filed.folder.slice(0, filed.folder.indexOf("/"))]!);
      const staged = await stageFile(folder, filed, keys, touched === undefined);
      if (staged.added !== undefined) added.add(staged.added);
      for (const name of staged.joined) joined.add(name);
      touched?.add(filed.folder);
      rest.delete(filed.folder);
    };
    for (const [table, { columns, schema, persons }] of data) {
      for (const filed of fileRows(table, columns, schema, persons, count)) await stage(filed);
    }
    for (const folder of rest) await stage({ folder, frame: undefined });
    const isGone = (name: string): boolean =>
      joined.has(name) || replaced.get(name) === 0 && !added.has(name);
    const places = new Set([...replaced.keys(), ...added, ...joined]);
    await stageParquet(folder, PEOPLE_FILE, all.frame);
    const check = pseudonyms === undefined ? {} : { pseudonyms: pseudonyms.check };
    const results = Object.fromEntries( // a table with other rows is no longer a result
      Object.entries(before?.results ?? {}).filter(([table]) => !Object.hasOwn(tables, table)),
    );
    const manifest: Manifest = { buckets: count, tables: schemas, results, ...check };
    await writeAndSync(`${folder}/${STAGING}/${MANIFEST}`, formatManifest(manifest));
    const files = [...places].filter((name) => !isGone(name)).concat(PEOPLE_FILE);
    return {
      changes: [
        ...[...places].filter(isGone).map((to): FileChange => ({ to })),
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

function checkKnown(table: string, persons: TableData["persons"], zones: Zones): void {
  const row = persons.findIndex((person) => !zones.has(person));
  if (row < 0) return;
  throw new TypeError(
    `Cannot write table ${table}: person ${
      persons[row]
    } of row ${row} is not in people, so the zone is unknown`,
  );
}
