import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { openFrame } from "../../frame/open.ts";
import { ParquetRows } from "../../frame/polars/parquetRows.ts";
import { concatColumns } from "../../frame/concatColumns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { WriteToOptions, WrittenResult } from "../backEnd.ts";
import { reportFailures } from "../cohortError.ts";
import { emptyColumns, emptyResult } from "../emptyResult.ts";
import { appendPeople } from "../layout/appendPeople.ts";
import { lockFolder, stageParquet, STAGING } from "../layout/changeFolder.ts";
import { commitFiles, writeAndSync } from "../layout/commitFiles.ts";
import { fileRows } from "../layout/fileRows.ts";
import { formatManifest, MANIFEST, readManifest, type ResultOrigin } from "../layout/manifest.ts";
import { PEOPLE_FILE, personsOf, readOwnPeople } from "../layout/people.ts";
import { personColumn, withPersons } from "../personRows.ts";
import { splitQuery } from "../query.ts";
import { typeNames } from "../../frame/polars/typeName.ts";
import { cellType, PERSON, type TableSchema } from "../tableSchema.ts";
import type { Failure } from "../worker/trailer.ts";
import { VERSION } from "../../options/version.ts";
import { explained } from "../../options/explained.ts";
import { type OpenTable, scanRows } from "./openTable.ts";
import { runSlices, type SliceOutcome, type SliceRun } from "./runSlices.ts";
import type { Slice } from "./slicesOf.ts";

/** State of a written slice: a small file each, so that a later run can resume. */
interface Done {
  readonly rows: number;
  readonly people: number;
  readonly failures: readonly Failure[];
  readonly schema: TableSchema;
  readonly files: readonly string[];
}

/** Folder with the state of unfinished results. */
const STATE = "_written";

/**
 * Writes the result of a query as a table of another cohort: the same people, with rows by bucket
 * and month. It resumes a partially written table if the query and its source files are the same.
 *
 * @throws {RangeError} if the folder already has the table, or a part of another query's result
 * @throws {TypeError} if a table cannot store the type of a column
 */
export async function writeResult(
  run: Omit<SliceRun, "rows" | "take">,
  folder: string,
  options: WriteToOptions,
): Promise<WrittenResult> {
  const action = `write ${options.table ?? run.query.table} to ${folder}`;
  return await explained(action, () => writeSlices(action, run, folder, options));
}

async function writeSlices(
  action: string,
  run: Omit<SliceRun, "rows" | "take">,
  folder: string,
  { table = run.query.table, onFailed }: WriteToOptions,
): Promise<WrittenResult> {
  const state = `${STATE}/${table}`;
  using _lock = await lockFolder(folder);
  const before = await readManifest(folder);
  if (before?.tables[table] !== undefined) {
    throw new RangeError(`Cannot ${action}: the folder already has a table ${table}`);
  }
  await Deno.mkdir(`${folder}/${state}`, { recursive: true });
  const people = appendPeople(await readOwnPeople(folder), toFrame(run.table.people)).frame;
  const buckets = before?.buckets ?? run.table.buckets ?? 16;
  await checkFingerprint(`${folder}/${state}/query.json`, run, action);
  const done = await readDone(`${folder}/${state}`);
  let writing = Promise.resolve();
  await runSlices({
    ...run,
    rows: true,
    skip: (slice) => done.has(keyOf(slice)),
    take: (outcome) => {
      reportFailures(run.query, outcome.result.failures, onFailed);
      return writing = writing.then(async () => { // one commit at a time
        const key = keyOf(outcome.slice);
        done.set(
          key,
          await writeSlice(folder, table, outcome, run, buckets, `${state}/${key}.json`),
        );
      });
    },
  });
  const all = [...done.values()];
  const schema = unionOf(all, action) ?? await emptySchema(run);
  await completeFiles(folder, all, schema);
  await stageParquet(folder, PEOPLE_FILE, people);
  const total = (count: (one: Done) => number): number =>
    all.reduce((sum, one) => sum + count(one), 0);
  const written: WrittenResult = {
    rows: total(({ rows }) => rows),
    people: total(({ people }) => people),
    failed: total(({ failures }) => failures.length),
  };
  const steps = run.query.steps.map((step) =>
    step.kind === "module" ? { ...step, module: step.module.replace(/.*\//, "") } : step
  );
  const origin: ResultOrigin = {
    version: VERSION,
    table: run.query.table,
    steps,
    input: await inputOf(run.table),
    ...written,
  };
  const manifest = {
    ...before,
    buckets,
    tables: { ...before?.tables, [table]: schema },
    results: { ...before?.results, [table]: origin },
  };
  await writeAndSync(`${folder}/${STAGING}/${MANIFEST}`, formatManifest(manifest));
  await commitFiles(
    folder,
    [PEOPLE_FILE, MANIFEST].map((to) => ({ from: `${STAGING}/${to}`, to })),
  );
  await Deno.remove(`${folder}/${STAGING}`, { recursive: true });
  await Deno.remove(`${folder}/${state}`, { recursive: true });
  await Deno.remove(`${folder}/${STATE}`).catch(() => {}); // another table may be partially written
  return written;
}

/** Describes the files of a table as `sha256sum` would. */
async function inputOf(table: OpenTable): Promise<ResultOrigin["input"]> {
  const { files, zones } = table, lines = createHash("sha256");
  for (const { path, name } of files.toSorted((a, b) => a.name < b.name ? -1 : 1)) {
    const content = createHash("sha256");
    for await (const chunk of createReadStream(path)) content.update(chunk);
    lines.update(`${content.digest("hex")}  ${name}\n`);
  }
  const rows = files.length === 0 ? 0 : scanRows(files, { ...table, conditions: [] }).count();
  const people = [...zones].map(([person, zone]) => `${person} ${zone}\n`).sort();
  const whose = createHash("sha256").update(people.join("")).digest("hex");
  return { files: files.length, rows, sha256: lines.digest("hex"), zones: whose };
}

function keyOf({ bucket, number }: Slice): string {
  return `bucket=${bucket},slice=${number}`;
}

/** Writes the rows of a slice and marks it as done, both or neither. */
async function writeSlice(
  folder: string,
  table: string,
  { slice, result, frame }: SliceOutcome,
  run: Omit<SliceRun, "rows" | "take">,
  buckets: number,
  record: string,
): Promise<Done> {
  const type = run.table.schema[PERSON]!;
  const whole = frame === undefined ? undefined : withPersons(frame, result.people, type);
  const schema = whole === undefined ? {} : toTableSchema(typeNames(whole));
  const files: string[] = [];
  if (whole !== undefined) {
    const persons = personsOf(personColumn(result.people, type)[PERSON], "write", table);
    const number = slice.bucket * 1_000_000 + slice.number;
    for (const filed of fileRows(table, openFrame(whole).columns(), schema, persons, buckets)) {
      const place = `${filed.folder}/part-${number}.parquet`;
      await stageParquet(folder, place, filed.frame);
      files.push(place);
    }
  }
  const { people, failures, trailer } = result;
  const withRows = people.filter(([, rows]) => rows > 0).length;
  const done: Done = { rows: trailer.rowsOut, people: withRows, failures, schema, files };
  await Deno.mkdir(`${folder}/${STAGING}/${record}`.replace(/\/[^/]*$/, ""), { recursive: true });
  await Deno.writeTextFile(`${folder}/${STAGING}/${record}`, JSON.stringify(done));
  await commitFiles(folder, [...files, record].map((to) => ({ from: `${STAGING}/${to}`, to })));
  return done;
}

/**
 * Stores a fingerprint of the query and its source files; compares it when a part exists.
 *
 * @throws {RangeError} if it differs
 */
async function checkFingerprint(
  path: string,
  { query, table, rowsAtOnce }: Omit<SliceRun, "rows" | "take">,
  action: string,
): Promise<void> {
  const files = await Promise.all(table.files.map(async ({ path, name, size }) => {
    const { mtime } = await Deno.stat(path);
    return [name, size, mtime?.getTime()];
  }));
  const own = JSON.stringify({ query, rowsAtOnce, files });
  const given = await Deno.readTextFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (given === undefined) await writeAndSync(path, own);
  else if (given !== own) {
    throw new RangeError(
      `Cannot ${action}: it contains part of the result of another query, or of other files; remove it, or pass another folder`,
    );
  }
}

async function readDone(folder: string): Promise<Map<string, Done>> {
  const done = new Map<string, Done>();
  for await (const { name } of Deno.readDir(folder)) {
    const key = /^(bucket=.*)\.json$/.exec(name)?.[1];
    if (key === undefined) continue;
    done.set(key, JSON.parse(await Deno.readTextFile(`${folder}/${name}`)));
  }
  return done;
}

function toTableSchema(labels: readonly (readonly [name: string, label: string])[]): TableSchema {
  return Object.fromEntries(labels.map(([name, label]) => {
    const type = cellType(label);
    if (type !== undefined) return [name, type];
    throw new TypeError(
      `Cannot write column ${name}: it holds ${label}, which tables do not support; leave it out with select`,
    );
  }));
}

/** Returns the columns of all slices; `undefined` if no slice has any. */
function unionOf(done: readonly Done[], action: string): TableSchema | undefined {
  const schema: Record<string, TableSchema[string]> = {};
  for (const own of done) {
    for (const [name, type] of Object.entries(own.schema)) {
      if ((schema[name] ??= type) === type) continue;
      throw new TypeError(
        `Cannot ${action}: column ${name} is ${
          schema[name]
        } for some people, and ${type} for others`,
      );
    }
  }
  return Object.keys(schema).length === 0 ? undefined : schema;
}

async function emptySchema(run: Omit<SliceRun, "rows" | "take">): Promise<TableSchema> {
  const empty = await emptyResult(run.table.schema, splitQuery(run.query).perPerson) ?? {};
  return toTableSchema(
    typeNames(toFrame({ ...emptyColumns(run.table.schema, [PERSON]), ...empty })),
  );
}

/** Adds columns that only other people have as nulls, if columns depend on the data. */
async function completeFiles(
  folder: string,
  done: readonly Done[],
  schema: TableSchema,
): Promise<void> {
  const names = Object.keys(schema);
  for (const { schema: own, files } of done) {
    if (Object.keys(own).join() === names.join()) continue;
    for (const file of files) {
      const rows = openFrame(new ParquetRows([`${folder}/${file}`]).read()).columns();
      const all = concatColumns([emptyColumns(schema), rows]);
      await stageParquet(folder, file, toFrame(all));
      await Deno.rename(`${folder}/${STAGING}/${file}`, `${folder}/${file}`);
    }
  }
}
