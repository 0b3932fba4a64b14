import { openFrame } from "../../frame/open.ts";
import { columnDifference, type ColumnLabels, schemaOf } from "../columnLabels.ts";
import { PEOPLE } from "../layout/people.ts";
import { typeNames } from "../../frame/polars/typeName.ts";
import { type TableSchema, TYPE_LABELS } from "../tableSchema.ts";
import type { ExecuteOptions, SparkConnection } from "./connection.ts";
import type { SqlSource } from "./perPersonSql.ts";
import { quoteName } from "./sql.ts";

/** Columns that Spark derives from the paths of files. */
const OF_PATHS: readonly string[] = ["bucket", "month"];

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
   * @throws {TypeError} if a cohort cannot store the type of a column, or a file has other columns
   */
  async open(table: string, options: ExecuteOptions): Promise<SqlSource> {
    const source = this.source(table);
    const labels = await this.#labels(source, options);
    const schema = schemaOf(labels, `table ${table}`);
    if (this.#folder !== undefined) await this.#checkFiles(source, schema, options);
    return { table: source, people: this.source(PEOPLE), schema };
  }

  async #labels(source: string, options: ExecuteOptions): Promise<ColumnLabels> {
    for await (const frame of this.#connection.query(`select * from ${source} limit 0`, options)) {
      return typeNames(frame).filter(([name]) => !OF_PATHS.includes(name));
    }
    throw new TypeError(`Cannot read ${source}: Spark says nothing of its columns`);
  }

  /**
   * Compares the columns of each file, since Spark silently reads missing ones as null. Files that
   * are unchanged since the last check in this session are skipped.
   */
  async #checkFiles(source: string, schema: TableSchema, options: ExecuteOptions): Promise<void> {
    const wanted = Object.entries(schema).map(([name, type]) => `${name} ${TYPE_LABELS[type]}`);
    const sql = "select distinct _metadata.file_path as file, " +
      `cast(_metadata.file_modification_time as string) as changed from ${source} order by file`;
    const files: { file: string; key: string }[] = [];
    for await (const frame of this.#connection.query(sql, options)) {
      const rows = openFrame(frame);
      const changed = rows.text("changed")!.values() as string[];
      for (const [i, file] of (rows.text("file")!.values() as string[]).entries()) {
        const key = [file, changed[i], ...wanted].join("\n");
        if (!this.#checked.has(key)) files.push({ file, key });
      }
    }
    const left = files[Symbol.iterator]();
    const check = async (): Promise<void> => {
      for (const { file, key } of left) {
        const path = decodeURIComponent(file);
        const labels = await this.#labels(`parquet.${quoteName(path)}`, options);
        const problem = columnDifference(labels, schema, "the table");
        if (problem !== undefined) throw new TypeError(`Cannot read ${path}: ${problem}`);
        this.#checked.add(key);
      }
    };
    await Promise.all(Array.from({ length: 8 }, check));
  }
}
