import { Buffer } from "node:buffer";
import { openFrame } from "../../frame/open.ts";
import { columnDifference, type ColumnLabels, schemaOf } from "../columnLabels.ts";
import { parseFooter, TAIL } from "../layout/fileFooter.ts";
import { checkFileName, checkPartitions, logError, LOGS } from "../layout/partitions.ts";
import { PEOPLE } from "../layout/people.ts";
import { type TableSchema, TYPE_LABELS } from "../tableSchema.ts";
import type { ExecuteOptions, SparkConnection } from "./connection.ts";
import type { SqlSource } from "./perPersonSql.ts";
import { SparkError } from "./sparkError.ts";
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
   * Returns a table in SQL. For a folder, this is a view of this session with all its files.
   * Spark's own `parquet.\`folder\`` leaves out files that are next to folders, or below folders
   * that are not `key=value`.
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
   * @throws {TypeError} if a cohort cannot store the type of a column, a file has other columns,
   * the name of a folder contains a column, or the table is from Delta Lake or Hudi
   */
  async open(table: string, options: ExecuteOptions): Promise<SqlSource> {
    const [source, people] = await Promise.all([
      this.source(table, options),
      this.source(PEOPLE, options),
    ]).catch(async (error) => { // Spark does not name the file whose type it does not know
      if (this.#folder !== undefined && isOfFile(error)) {
        await this.#checkFiles(await this.#files(table, options), table, undefined, options);
      }
      throw error;
    });
    const labels = await this.#labels(source, options);
    if (this.#folder === undefined) {
      const own = labels.filter(([name]) => !OF_CATALOG.includes(name));
      return { table: source, people, schema: schemaOf(own, `table ${table}`) };
    }
    for (const log of Object.keys(LOGS)) await this.#checkLog(table, log, options);
    const schema = schemaOf(labels, `table ${table}`), files = await this.#files(table, options);
    for (const { name } of files) {
      checkFileName(name);
      checkPartitions(name, schema);
    }
    await this.#checkFiles(files, table, schema, options);
    return { table: source, people, schema };
  }

  /** Checks that a table has no other format, whose log would determine which files count. */
  async #checkLog(table: string, log: string, options: ExecuteOptions): Promise<void> {
    try {
      await this.#view("binaryFile", `${table}/${log}`, options);
    } catch (error) {
      if (error instanceof SparkError && error.errorClass === "PATH_NOT_FOUND") return;
      throw error;
    }
    throw logError(table, log);
  }

  /** Returns the columns of a source. Results do not have them, as they lack decimals. */
  async #labels(source: string, options: ExecuteOptions): Promise<ColumnLabels> {
    const described = openFrame(
      await this.#connection.frame(`describe query select * from ${source}`, options),
    );
    const types = described.text("data_type")!.values() as string[];
    return (described.text("col_name")!.values() as string[])
      .map((name, i) => [name, LABELS[types[i]!] ?? types[i]!]);
  }

  /**
   * Lists the files of a table, including files without rows. Spark leaves out files without bytes.
   */
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
   * are unchanged since the last check in this session are skipped. If small files have equal
   * columns, only one of them is requested from Spark.
   *
   * @param schema Columns of the table; `undefined` to only find a file that Spark cannot read.
   */
  async #checkFiles(
    files: readonly SparkFile[],
    table: string,
    schema: TableSchema | undefined,
    options: ExecuteOptions,
  ): Promise<void> {
    const wanted = Object.entries(schema ?? {})
      .map(([name, type]) => `${name} ${TYPE_LABELS[type]}`);
    const keyOf = ({ path, changed }: SparkFile): string => [path, changed, ...wanted].join("\n");
    const unchecked = files.filter((file) => !this.#checked.has(keyOf(file)));
    const kinds = unchecked.length > AT_ONCE ? await this.#kinds(table, options) : new Map();
    const left = Map.groupBy(unchecked, ({ path }) => kinds.get(path) ?? path).values();
    const check = async (): Promise<void> => {
      for (const same of left) {
        const { path } = same[0]!;
        const labels = await this.#labels(`parquet.${quoteName(path)}`, options)
          .catch((cause) => {
            if (!isOfFile(cause)) throw cause;
            throw new TypeError(`Cannot read ${path}: ${cause.message}`, { cause });
          });
        const problem = schema && columnDifference(labels, schema, "the table");
        if (problem !== undefined) throw new TypeError(`Cannot read ${path}: ${problem}`);
        for (const file of same) this.#checked.add(keyOf(file));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, check));
  }

  /** Reads the footers of small files in one query: equal texts, by path, mean equal columns. */
  async #kinds(table: string, options: ExecuteOptions): Promise<Map<string, string>> {
    const listed = await this.#view("binaryFile", table, options);
    const sql = `select path as file, base64(substring(content, -${TAIL}, ${TAIL})) as tail ` +
      `from ${listed} where length <= ${SMALL}`;
    const kinds = new Map<string, string>();
    for await (const frame of this.#connection.query(sql, options)) {
      const rows = openFrame(frame), tails = rows.text("tail")!.values();
      for (const [i, path] of (rows.text("file")!.values() as string[]).entries()) {
        const columns = parseFooter(Buffer.from(tails[i] ?? "", "base64"))?.columns;
        if (columns !== undefined) kinds.set(path, columns);
      }
    }
    return kinds;
  }
}

/** Number of concurrent queries, and number of files up to which each file has its own query. */
const AT_ONCE = 8;

/** Maximum length of a file in bytes that Spark reads whole for its footer. */
const SMALL = 1 << 20;

/** Column types by their names in Spark; a cohort supports no others. */
const LABELS: Readonly<Record<string, string>> = {
  timestamp: TYPE_LABELS.time,
  date: TYPE_LABELS.date,
  bigint: TYPE_LABELS.int64,
  double: TYPE_LABELS.float64,
  boolean: TYPE_LABELS.bool,
  string: TYPE_LABELS.text,
};

/** Returns whether Spark reports a file that it cannot read, without its name. */
function isOfFile(error: unknown): error is SparkError {
  return error instanceof SparkError &&
    /^(?:PARQUET_|UNSUPPORTED_TIME_TYPE|CANNOT_READ_FILE|FAILED_READ_FILE)/.test(
      error.errorClass ?? "",
    );
}

/** File of a table, as Spark lists it. */
interface SparkFile {
  readonly path: string;
  /** Path below the cohort's folder. */
  readonly name: string;
  /** Time of the last change. */
  readonly changed: string;
}
