import { createHash } from "node:crypto";
import type { Frame } from "../../frame/polars/frame.ts";
import { int64Column, textColumn } from "../../frame/columns/columns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { withDisplay } from "../../frame/polars/withDisplay.ts";
import { bucketOf, type Person } from "../layout/bucketOf.ts";
import { folderState, STAGING } from "../layout/changeFolder.ts";
import { readManifest, type ResultOrigin } from "../layout/manifest.ts";
import { skippedParquet, type TableFile, tableNames } from "../layout/tableFiles.ts";
import { countPeople, type OpenTable, openTable } from "./openTable.ts";

/** Contents of a cohort's folder, with unusual findings. */
export interface CohortCheck {
  /** Table per row: `table`, `files`, `bytes`, `rows`, `people`. */
  readonly frame: Frame;
  /** Unusual findings in words. All rows are read nevertheless, unless `errors` names the table. */
  readonly notes: readonly string[];
  /** Reasons why tables cannot be read. No row of such a table is read. */
  readonly errors: readonly string[];
  /**
   * Origin of each table that `writeTo` wrote: version, query with its options, digest of the input,
   * and numbers of rows, people and failed people. Tables whose rows changed later have no origin.
   */
  readonly results: { readonly [table: string]: ResultOrigin };
}

/** Smaller files, in bytes, are many if a table has more than a hundred of them. */
const SMALL = 1 << 20;

/** Describes a folder; see `Cohort.check`. */
export async function checkFolder(folder: string): Promise<CohortCheck> {
  await folderState(folder, `check ${folder}`);
  const manifest = await readManifest(folder), notes: string[] = [], errors: string[] = [];
  const rows: { table: string; files: number; bytes: number; rows: number; people: number }[] = [];
  if (manifest === undefined) {
    notes.push(
      "_cohort.json is missing: another program wrote the folder, so no file is skipped by its path",
    );
  }
  const names = await tableNames(folder);
  for (const table of [...new Set([...names, ...Object.keys(manifest?.tables ?? {})])].sort()) {
    try {
      const opened = await openTable(folder, table, []), { files } = opened;
      const people = notePeople(table, opened, notes);
      rows.push({
        table,
        files: files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        rows: [...people.values()].reduce((sum, own) => sum + own, 0),
        people: people.size,
      });
      await noteCopies(files, notes);
      const small = files.filter(({ size }) => size < SMALL).length;
      if (small > 100) notes.push(`${table} has ${small} files under 1 MB; compact() joins them`);
    } catch (error) {
      errors.push((error as Error).message);
    }
  }
  for (const name of await skippedParquet(folder)) {
    if (manifest !== undefined && name.startsWith(`${STAGING}/`)) continue; // the next write removes it
    notes.push(
      name.includes("/")
        ? `${name} is skipped, as its name starts with _ or .`
        : `${name} is skipped: a table is a folder, so move the file into one`,
    );
  }
  const count = (of: (row: typeof rows[number]) => number) =>
    int64Column(BigInt64Array.from(rows, (row) => BigInt(of(row))));
  const frame = withDisplay(toFrame({
    table: textColumn(rows.map(({ table }) => table)),
    files: count(({ files }) => files),
    bytes: count(({ bytes }) => bytes),
    rows: count(({ rows }) => rows),
    people: count(({ people }) => people),
  }));
  return { frame, notes, errors, results: manifest?.results ?? {} };
}

/** Counts the rows of each person, and notes people in unusual places. */
function notePeople(table: string, opened: OpenTable, notes: string[]): Map<Person, number> {
  const people = new Map<Person, number>(), buckets = new Map<Person, Set<number>>();
  const misplaced = new Set<string>();
  const isAway = (person: Person, bucket: number): boolean =>
    opened.buckets !== undefined && bucketOf(person, opened.buckets) !== bucket;
  for (const [bucket, files] of Map.groupBy(opened.files, (file) => file.bucket)) {
    const counts = countPeople(files, opened);
    for (const [person, rows] of counts) {
      people.set(person, (people.get(person) ?? 0) + rows);
      buckets.set(person, (buckets.get(person) ?? new Set()).add(bucket));
    }
    if (!counts.some(([person]) => isAway(person, bucket))) continue;
    for (const file of files.filter(({ isOwn }) => isOwn)) {
      if (countPeople([file], opened).some(([person]) => isAway(person, bucket))) {
        misplaced.add(file.name);
      }
    }
  }
  const divided = [...buckets].filter(([, own]) => own.size > 1).map(([person]) => person);
  if (divided.length > 0) {
    notes.push(`${table} has ${describe(divided)} in several buckets; their rows are joined`);
  }
  for (const name of misplaced) {
    notes.push(
      `${name} has people of another bucket, so reading one person opens it, too; compact() moves them`,
    );
  }
  const unknown = [...people.keys()].filter((person) => !opened.zones.has(person));
  if (unknown.length > 0) {
    notes.push(
      `${table} has ${describe(unknown)} who are not in people; verbs that need a zone fail`,
    );
  }
  return people;
}

function describe(people: readonly Person[]): string {
  const first = people.slice(0, 3).join(", ");
  return people.length <= 3 ? `person ${first}` : `${people.length} people (${first}, ...)`;
}

/** Notes files with the same bytes as another one. */
async function noteCopies(files: readonly TableFile[], notes: string[]): Promise<void> {
  for (const same of Map.groupBy(files, ({ size }) => size).values()) {
    const seen = new Map<string, string>();
    for (const { path, name, size } of same.length > 1 ? same : []) {
      const bytes = size < SMALL ? Deno.readFileSync(path) : await Deno.readFile(path);
      const digest = createHash("sha256").update(bytes).digest("hex");
      const other = seen.get(digest);
      if (other === undefined) seen.set(digest, name);
      else notes.push(`${name} has the same bytes as ${other}, so their rows count twice`);
    }
  }
}
