import { openFrame } from "../../frame/open.ts";
import { columnDifference, type ColumnLabels, schemaOf } from "../columnLabels.ts";
import { checkPartitions, partitionKeys } from "../layout/partitions.ts";
import { PEOPLE } from "../layout/people.ts";
import { typeNames } from "../../frame/polars/typeName.ts";
import { type TableSchema, TYPE_LABELS } from "../tableSchema.ts";
import type { ExecuteOptions, SparkConnection } from "./connection.ts";
import type { SqlSource } from "./perPersonSql.ts";
import { quoteName } from "./sql.ts";

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

  /** Returns a table in SQL. */
  source(table: string): string {
    return this.#folder === undefined
      ? table.split(".").map(quoteName).join(".")
      : `parquet.${quoteName(`${this.#folder}/${table}`)}`;
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
    const source = this.source(table), people = this.source(PEOPLE);
    const labels = await this.#labels(source, options);
    if (this.#folder === undefined) {
      const own = labels.filter(([name]) => !OF_CATALOG.includes(name));
      return { table: source, people, schema: schemaOf(own, `table ${table}`) };
    }
    const files = await this.#files(table, options);
    const keys = new Set(files.flatMap(({ name }) => partitionKeys(name)));
    const schema = schemaOf(labels.filter(([name]) => !keys.has(name)), `table ${table}`);
    for (const { name } of files) checkPartitions(name, schema);
    await this.#checkFiles(files, schema, options);
    return { table: source, people, schema };
  }

  async #labels(source: string, options: ExecuteOptions): Promise<ColumnLabels> {
    for await (const frame of this.#connection.query(`select * from ${source} limit 0`, options)) {
      return typeNames(frame);
    }
    throw new TypeError(`Cannot read ${source}: Spark says nothing of its columns`);
  }

  /** Lists the files of a table with rows. */
  async #files(table: string, options: ExecuteOptions): Promise<SparkFile[]> {
    const sql = "select distinct _metadata.file_path as file, " +
      "cast(_metadata.file_modification_time as string) as changed " +
      `from ${this.source(table)} order by file`;
    const files: SparkFile[] = [];
    for await (const frame of this.#connection.query(sql, options)) {
      const rows = openFrame(frame);
      const changed = rows.text("changed")!.values() as string[];
      for (const [i, file] of (rows.text("file")!.values() as string[]).entries()) {
        const path = decodeURIComponent(file);
        const name = path.slice(path.lastIndexOf(`/${table}/`) + 1);
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
