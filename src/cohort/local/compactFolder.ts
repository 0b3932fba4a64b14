import { openFrame } from "../../frame/open.ts";
import { PERSON, type TableSchema } from "../tableSchema.ts";
import { changeFolder, stageParquet, STAGING } from "../layout/changeFolder.ts";
import { type FileChange, writeAndSync } from "../layout/commitFiles.ts";
import { fileRows } from "../layout/fileRows.ts";
import { formatManifest, MANIFEST, readManifest } from "../layout/manifest.ts";
import { PEOPLE_FILE, peopleFiles, personsOf, readPeople, zonesOf } from "../layout/people.ts";
import { tableNames } from "../layout/tableFiles.ts";
import { openTable, scanRows } from "./openTable.ts";
import { groupsOf } from "./slicesOf.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { sortRows } from "../../frame/polars/sortRows.ts";

/** Result of compacting a cohort. */
export interface Compacted {
  /** Number of files before, without people. */
  readonly before: number;
  /** Number of files after. */
  readonly after: number;
}

/** Rewrites the files of a folder as `writeCohort` would; see `Cohort.compact`. */
export async function compactFolder(folder: string): Promise<Compacted> {
  const action = `compact ${folder}`;
  return await changeFolder(folder, async () => {
    const manifest = await readManifest(folder), people = await readPeople(folder);
    if (people === undefined) throw new TypeError(`Cannot ${action}: the folder has no people`);
    zonesOf(people, action);
    const buckets = manifest?.buckets ?? 16;
    const tables: Record<string, TableSchema> = { ...manifest?.tables };
    const old: string[] = [], added = new Set<string>();
    for (const table of await tableNames(folder)) {
      const opened = await openTable(folder, table, []);
      tables[table] = opened.schema;
      old.push(...opened.files.map(({ name }) => name));
      for (const { files } of groupsOf(opened)) {
        const columns = openFrame(scanRows(files, opened).read()).columns();
        const persons = personsOf(columns[PERSON], action, table);
        for (const filed of fileRows(table, columns, tables[table], persons, buckets)) {
          let number = 0;
          while (added.has(`${filed.folder}/part-${number}.parquet`)) number++;
          const place = `${filed.folder}/part-${number}.parquet`;
          await stageParquet(folder, place, filed.frame);
          added.add(place);
        }
      }
    }
    await stageParquet(folder, PEOPLE_FILE, sortRows(toFrame(people), [PERSON]));
    await writeAndSync(
      `${folder}/${STAGING}/${MANIFEST}`,
      formatManifest({ ...manifest, buckets, tables }),
    );
    const oldPeople = await peopleFiles(folder);
    const written = [...added, PEOPLE_FILE, MANIFEST];
    const removed = [...old, ...oldPeople].filter((name) => !written.includes(name));
    const changes: FileChange[] = [
      ...removed.map((to) => ({ to })),
      ...written.map((to) => ({ from: `${STAGING}/${to}`, to })),
    ];
    return { changes, result: { before: old.length, after: added.size } };
  });
}
