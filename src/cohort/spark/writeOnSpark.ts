import { openFrame } from "../../frame/open.ts";
import type { WriteToOptions, WrittenResult } from "../backEnd.ts";
import { PEOPLE } from "../layout/people.ts";
import { PERSON, type TableSchema, timeColumnOf } from "../tableSchema.ts";
import type { Failure, Trailer } from "../worker/trailer.ts";
import type { ExecuteOptions, SparkConnection } from "./connection.ts";
import { SparkError } from "./sparkError.ts";
import {
  checkRows,
  checkTrailers,
  type Output,
  type Results,
  sortNotes,
  type SparkQuery,
} from "./sparkQuery.ts";
import { quoteName } from "./sql.ts";

/** Number of buckets on Spark, which uses its own hash. */
const BUCKETS = 16;

/**
 * Writes a result as a table of another cohort in a folder that the executors see. Workers first
 * write into a staging table in Spark. If it adds up, its rows are written by bucket and month. It
 * is always dropped.
 *
 * @throws {RangeError} if the folder already has the table
 * @throws {TypeError} if a table cannot store the type of a column
 */
export async function writeOnSpark(
  connection: SparkConnection,
  asked: SparkQuery,
  folder: string,
  { table = asked.query.table, onFailed }: WriteToOptions,
  run: ExecuteOptions,
): Promise<WrittenResult> {
  const root = folder.replace(/\/$/, ""), path = `${root}/${table}`;
  if (await isThere(connection, path, run)) {
    throw new RangeError(
      `Cannot write ${table} to ${root}: the folder already has a table ${table}`,
    );
  }
  const expected = await asked.count();
  const failures = new Map<string, Failure>();
  const tell = onFailed && ((failure: Failure) => void failures.set(failure.person, failure));
  const staging = quoteName(`lifeframe_${crypto.randomUUID().replaceAll("-", "")}`);
  const drop = `drop table if exists ${staging}`;
  const stage = async (output: Output): Promise<Omit<Results, "frames">> => {
    await connection.command(drop, run);
    await connection.command(
      `create table ${staging} using parquet as ${asked.sql(output, true)}`,
      run,
    );
    const notes = `select kind, note from ${staging} where kind in ('error', 'columns', 'trailer')`;
    const trailers: Trailer[] = [], columns: Output[] = [];
    for await (const batch of connection.query(notes, run)) {
      sortNotes(batch, asked.query, { trailers, columns }, tell);
    }
    return { trailers, columns };
  };
  try {
    const { output, results } = await asked.withColumns(stage);
    const { rowsOut } = checkTrailers(asked.query, results.trailers, expected);
    const counts = await connection.frame(
      "select cast(count(*) as double) as rows, cast(count(distinct person) as double) as people " +
        `from ${staging} where kind = 'row'`,
      run,
    );
    const [rows, people] = ["rows", "people"].map((name) => openFrame(counts).numbers(name)[0]!);
    checkRows(asked.query, rows!, rowsOut);
    const schema = { [PERSON]: asked.source.schema[PERSON]!, ...toTableSchema(output) };
    const partitions = timeColumnOf(schema) === undefined ? ["bucket"] : ["bucket", "month"];
    await connection.write(layoutSql(staging, output, schema), path, partitions, run);
    if (!(await isThere(connection, `${root}/${PEOPLE}`, run))) {
      const all = `select * from ${asked.source.people} order by ${PERSON}`;
      await connection.write(all, `${root}/${PEOPLE}`, [], run);
    }
    for (const failure of failures.values()) onFailed!(failure);
    return { rows: rows!, people: people!, failed: failures.size };
  } finally {
    await connection.command(drop, { signal: new AbortController().signal }).catch(() => {});
  }
}

async function isThere(
  connection: SparkConnection,
  path: string,
  run: ExecuteOptions,
): Promise<boolean> {
  try {
    await connection.frame(`select * from parquet.${quoteName(path)} limit 0`, run);
    return true;
  } catch (error) {
    if (error instanceof SparkError && error.errorClass === "PATH_NOT_FOUND") return false;
    throw error;
  }
}

/** Converts the columns of a result to the schema of a table. */
function toTableSchema(output: Output): TableSchema {
  return Object.fromEntries(output.map(([name, type]) => {
    if (typeof type === "string") return [name, type];
    throw new TypeError(
      `Cannot write column ${name}: it holds ${
        Object.keys(type)[0]
      }, which tables do not support; leave it out with select`,
    );
  }));
}

/** Returns SQL for the staged rows with their own column names and target folders, sorted. */
function layoutSql(staging: string, output: Output, schema: TableSchema): string {
  const time = timeColumnOf(schema);
  const place = output.findIndex(([name]) => name === time);
  const columns = [
    PERSON,
    ...output.map(([name], i) => `o${i} as ${quoteName(name)}`),
    `lpad(cast(pmod(hash(person), ${BUCKETS}) as string), 2, '0') as bucket`,
    ...time === undefined ? [] : [`date_format(o${place}, 'yyyy-MM') as month`],
  ];
  const keys = time === undefined ? [PERSON] : ["month", PERSON, quoteName(time)];
  const rows = `select ${columns.join(", ")} from ${staging} where kind = 'row'`;
  return `select * from (${rows}) distribute by bucket sort by bucket, ${keys.join(", ")}`;
}
