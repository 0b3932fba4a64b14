import { openFrame } from "../../frame/open.ts";
import { columnDifference, type ColumnLabels, schemaOf } from "../columnLabels.ts";
import { checkFileName, checkPartitions } from "../layout/partitions.ts";
import { PEOPLE } from "../layout/people.ts";
import { typeNames } from "../../frame/polars/typeName.ts";
import { type TableSchema, TYPE_LABELS } from "../tableSchema.ts";
import type { ExecuteOptions, SparkConnection } from "./connection.ts";
import type { SqlSource } from "./perPersonSql.ts";
import { quoteName, quoteText } from "./sql.ts";

/** Columns that `writeTo` adds to tables in the catalog. */
const OF_CATALOG: readonly string[] = ["bucket", "month"];

/** Tables of a cohort on Spark: in a folder that its executors see, or in its catalog. */
export class SparkTables {
  readonly #connection: SparkConnection;
  readonly #folder: string | undefined;
  /** Checked files: path, time of the last change, and columns of the table. */
  readonly #checked = new Set<string>();

  /** Sends nothing yet. */
  constructor(connection: SparkConnection, folder: string | undefined) {
    this.#connection = connection;
    this.#folder = folder?.replace(/\/$/, "");
  }

  /**
   * Returns a table in SQL. For a folder, this is a view of this session with all its files. Spark's
   * own `parquet.\`folder\`` leaves files out that are beside folders, or below folders that are
   * not `key=value`.
   */
  async source(table: string, options: ExecuteOptions): Promise<string> {
    return this.#folder === undefined
      ? table.split(".").map(quoteName).join(".")
      : await this.#view("parquet", table, options);
  }

  async #view(format: string, table: string, options: ExecuteOptions): Promise<string> {
    const view = quoteName(`lifeframe_${format}_${table}`);
    const path = quoteText(`${this.#folder}/${table}`);
    await this.#connection.command(
      `create or replace temporary view ${view} using ${format} options (path ${path}, recursiveFileLookup 'true')`,
      options,
    );
    return view;
  }

  /** Lists the tables in the current schema of the catalog. */
  async names(options: ExecuteOptions): Promise<string[]> {
    if (this.#folder !== undefined) {
      throw new TypeError(
        "Cannot list the tables of a folder on Spark: SQL lists no folders; name the table",
      );
    }
    const names: string[] = [];
    for await (const frame of this.#connection.query("show tables", options)) {
      names.push(...openFrame(frame).text("tableName")!.values() as string[]);
    }
    return names.filter((name) => name !== PEOPLE).sort();
  }

  /**
   * Opens a table with its columns; for a folder, checks every file.
   *
   * @throws {SparkError} if the table does not exist
   * @throws {TypeError} if a cohort cannot store the type of a column, a file has other columns, or
   * the name of a folder holds a column
   */
  async open(table: string, options: ExecuteOptions): Promise<SqlSource> {
    const [source, people] = await Promise.all([
      this.source(table, options),
      this.source(PEOPLE, options),
    ]);
    const labels = await this.#labels(source, options);
    if (this.#folder === undefined) {
      const own = labels.filter(([name]) => !OF_CATALOG.includes(name));
      return { table: source, people, schema: schemaOf(own, `table ${table}`) };
    }
    const schema = schemaOf(labels, `table ${table}`), files = await this.#files(table, options);
    for (const { name } of files) {
      checkFileName(name);
      checkPartitions(name, schema);
    }
    await this.#checkFiles(files, schema, options);
    return { table: source, people, schema };
  }

  async #labels(source: string, options: ExecuteOptions): Promise<ColumnLabels> {
    for await (const frame of this.#connection.query(`select * from ${source} limit 0`, options)) {
      return typeNames(frame);
    }
    throw new TypeError(`Cannot read ${source}: Spark says nothing of its columns`);
  }

  /** Lists the files of a table, also those without rows. Spark leaves out files without bytes. */
  async #files(table: string, options: ExecuteOptions): Promise<SparkFile[]> {
    const listed = await this.#view("binaryFile", table, options);
    const sql = "select path as file, cast(modificationTime as string) as changed " +
      `from ${listed} order by file`;
    const files: SparkFile[] = [], below = `${this.#folder}/${table}/`;
    for await (const frame of this.#connection.query(sql, options)) {
      const rows = openFrame(frame);
      const changed = rows.text("changed")!.values() as string[];
      for (const [i, path] of (rows.text("file")!.values() as string[]).entries()) {
        const name = `${table}/${path.slice(path.indexOf(below) + below.length)}`;
        files.push({ path, name, changed: changed[i]! });
      }
    }
    return files;
  }

  /**
   * Compares the columns of each file, since Spark silently reads missing ones as null. Files that
   * are unchanged since the last check in this session are skipped.
   */
  async #checkFiles(
    files: readonly SparkFile[],
    schema: TableSchema,
    options: ExecuteOptions,
  ): Promise<void> {
    const wanted = Object.entries(schema).map(([name, type]) => `${name} ${TYPE_LABELS[type]}`);
    const left = files.values();
    const check = async (): Promise<void> => {
      for (const { path, changed } of left) {
        const key = [path, changed, ...wanted].join("\n");
        if (this.#checked.has(key)) continue;
        const labels = await this.#labels(`parquet.${quoteName(path)}`, options);
        const problem = columnDifference(labels, schema, "the table");
        if (problem !== undefined) throw new TypeError(`Cannot read ${path}: ${problem}`);
        this.#checked.add(key);
      }
    };
    await Promise.all(Array.from({ length: 8 }, check));
  }
}

/** File of a table, as Spark lists it. */
interface SparkFile {
  readonly path: string;
  /** Path below the cohort's folder. */
  readonly name: string;
  /** Time of the last change. */
  readonly changed: string;
}
