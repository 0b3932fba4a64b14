import { DatabaseSync } from "node:sqlite";
import { Buffer } from "node:buffer";
import type { CellType, TableSchema } from "../../src/cohort/tableSchema.ts";
import { cellReader, escapeText, NULL_TEXT } from "../../src/cohort/worker/cellText.ts";
import { decodePlan } from "../../src/cohort/worker/plan.ts";
import { runRows } from "../../src/cohort/worker/rows.ts";
import { writeArrow } from "../../src/frame/arrow/toArrow.ts";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { type Answer, type ConnectServer, listen } from "./connectServer.ts";

/** A table: its columns, and the files that contain it. */
export interface Table {
  /** Columns, in order. */
  readonly schema: TableSchema;
  /** Rows; times are microseconds, dates days. */
  readonly rows: readonly (readonly (string | number | bigint | null)[])[];
  /** Files with their last change, and their columns if they differ. */
  readonly files?: readonly {
    readonly path: string;
    changed: string;
    readonly schema?: TableSchema;
    /** Bytes of the file. @default a long file */
    readonly bytes?: Uint8Array;
  }[];
}

/** A server of Spark Connect's calls that runs the SQL on SQLite. */
export interface SqliteSpark extends ConnectServer {
  /** Received statements. */
  readonly statements: string[];
  /** Tables written as Parquet: path and partitions. */
  readonly written: { readonly path: string; readonly partitions: string[] }[];
  /** Returns the rows of a table at a path, in the order of writing. */
  rowsOf(path: string): Record<string, unknown>[];
}

interface Options {
  /** Tables by their name in SQL: a path, or a name of the catalog. */
  readonly tables: Readonly<Record<string, Table>>;
  /** Changes the workers' output, line by line. */
  readonly garble?: (line: string) => string | undefined;
  /** An unreadable path. */
  readonly broken?: string;
}

type Cell = string | number | bigint | null;
type Typed = Readonly<Record<string, CellType>>;

const PIECES = new RegExp(
  /^(select kind, .*) from \(select transform\((.*)\) row format .* using '((?:[^'\\]|\\.)*)' /
    .source +
    /as \(([^)]*)\) row format .* from \(select \* from \((.*)\) distribute by who sort by (.*)\)\)$/
      .source,
);
const VIEW =
  /^create or replace temporary view (`[^`]+`) using (\w+) options \(path '(.*)', recursiveFileLookup 'true'\)$/;

/**
 * Starts the server. SQLite handles text, null, comparison and join, so tests run the SQL instead
 * of reading it.
 */
export async function sqliteSpark(
  { tables, garble = (line) => line, broken }: Options,
): Promise<SqliteSpark> {
  const db = new DatabaseSync(":memory:");
  db.exec("attach ':memory:' as parquet");
  for (const [name, compute] of Object.entries(FUNCTIONS)) {
    db.function(
      name,
      { useBigIntArguments: true, varargs: true },
      (...args) => compute(...args as Cell[]),
    );
  }
  const schemas = new Map<string, Typed>(), files = new Map<string, Table["files"]>();
  const store = (place: string, schema: Typed, rows: readonly (readonly Cell[])[]): void => {
    const columns = Object.entries(schema).map(([name, type]) => `${quote(name)} ${STORED[type]}`);
    db.exec(`create table ${place} (${columns.join(", ")})`);
    const insert = db.prepare(
      `insert into ${place} values (${columns.map(() => "?").join(", ")})`,
    );
    for (const row of rows) insert.run(...row);
    schemas.set(place, schema);
  };
  for (const [name, { schema, rows, files: own = [] }] of Object.entries(tables)) {
    const place = name.startsWith("/")
      ? `parquet.${quote(name)}`
      : name.split(".").map(quote).join(".");
    store(place, schema, rows);
    files.set(name, own);
    for (const file of own) store(`parquet.${quote(file.path)}`, file.schema ?? schema, []);
  }
  /** Creates a view of the rows or the files of a folder, without columns in folders' names. */
  const createView = (name: string, format: string, path: string): void => {
    const place = `parquet.${quote(path)}`, known = schemas.get(place), own = files.get(path);
    if (known === undefined) throw new NotFound(place);
    const schema = own?.[0]?.schema ?? known;
    const listed = (own ?? []).map(({ path, changed, bytes }) =>
      `(${[path, changed].map((text) => `'${text.replaceAll("'", "''")}'`)}, ${
        bytes?.length ?? 2 ** 30
      }, x'${bytes?.toHex() ?? ""}')`
    );
    const rows = format === "parquet"
      ? `select ${Object.keys(schema).map(quote)} from ${place}`
      : listed.length > 0
      ? `values ${listed}`
      : "select null, null, null, null limit 0";
    const columns = format === "parquet" ? "" : " (path, modificationTime, length, content)";
    db.exec(`drop view if exists temp.${name}`);
    db.exec(`create temp view ${name}${columns} as ${rows}`);
    schemas.set(name, format === "parquet" ? schema : {});
  };
  const select = (sql: string): { names: string[]; rows: Cell[][] } => {
    const statement = db.prepare(sql);
    statement.setReadBigInts(true);
    const names = statement.columns().map(({ name }) => name);
    const rows = statement.all() as Record<string, Cell>[];
    return { names, rows: rows.map((row) => names.map((name) => row[name]!)) };
  };
  const transform = async (pieces: RegExpExecArray): Promise<Result> => {
    const [, outer, cells, command, names, rows, order] = pieces as unknown as string[];
    const plan = decodePlan(/ rows (\S+)$/.exec(command!)![1]!);
    const given = select(ansi(`select ${cells} from (${rows}) order by ${order}`)).rows;
    const text = given.map((row) => row.map((cell) => cell ?? NULL_TEXT).join("\t") + "\n").join(
      "",
    );
    let out = "";
    await runRows(plan, new Blob([text]).stream(), (bytes) => {
      out += new TextDecoder().decode(bytes);
      return Promise.resolve();
    });
    const lines = out.split("\n").slice(0, -1).map(garble).filter((line) => line !== undefined);
    db.exec("drop table if exists temp.written");
    db.exec(`create temp table written (${names!.replaceAll(" string", " text")})`);
    const insert = db.prepare(
      `insert into temp.written values (${names!.split(",").map(() => "?").join(",")})`,
    );
    for (const line of lines) {
      insert.run(...line.split("\t").map((cell) => cell === NULL_TEXT ? null : cell));
    }
    const found = select(ansi(`${outer} from temp.written`).replaceAll(" if(", " iif("));
    const types: Typed = {
      kind: "text",
      person: plan.person ?? "text",
      number: "int64",
      note: "text",
      ...Object.fromEntries((plan.output ?? []).map(([, type], i) => [`o${i}`, type as CellType])),
    };
    return { ...found, types };
  };
  const query = async (sql: string): Promise<Result> => {
    const described = /^describe query select \* from (.*)$/.exec(sql)?.[1];
    if (described !== undefined) {
      const own = schemas.get(described);
      if (own === undefined) throw new NotFound(described);
      return {
        names: ["col_name", "data_type"],
        rows: Object.entries(own).map(([name, type]) => [name, SPARK_TYPES[type]]),
        types: { col_name: "text", data_type: "text" },
      };
    }
    if (sql === "show tables") {
      const rows = Object.keys(tables).filter((name) => !name.startsWith("/"))
        .map((name) => ["default", name, 0]);
      return {
        names: ["namespace", "tableName", "isTemporary"],
        rows,
        types: { namespace: "text", tableName: "text", isTemporary: "int64" },
      };
    }
    const pieces = PIECES.exec(sql);
    if (pieces !== null) return await transform(pieces);
    const place = /from ((?:`(?:[^`]|``)*`|parquet)(?:\.`(?:[^`]|``)*`)?)/.exec(sql)![1]!;
    const schema = schemas.get(place);
    if (schema === undefined) throw new NotFound(place);
    const { names, rows } = select(ansi(sql.replace(/ distribute by \w+ sort by /, " order by ")));
    const renamed = sql.matchAll(/(o\d+) as `((?:[^`]|``)*)`/g)
      .map(([, from, to]) => [to!.replaceAll("``", "`"), schema[from!]!]);
    return { names, rows, types: { ...EXTRA, ...schema, ...Object.fromEntries(renamed) } };
  };
  const statements: string[] = [], written: SqliteSpark["written"] = [];
  const execute = async (plan: Plan): Promise<Answer[]> => {
    const { root, command } = plan, operation = command?.write_operation;
    const { query: sql } = (root ?? operation?.input ?? command!.sql_command!.input).sql;
    statements.push(sql);
    if (broken !== undefined && sql.includes(broken)) throw new Error("the disk is gone");
    if (operation !== undefined) {
      const { names, rows, types } = await query(sql);
      const { path, partitioning_columns: partitions } = operation;
      const schema = Object.fromEntries(names.map((name) => [name, types[name]!]));
      store(`parquet.${quote(path)}`, schema, rows);
      const file = [path, ...partitions.map((name) => `${name}=0`), "part.parquet"].join("/");
      const own = Object.fromEntries(
        Object.entries(schema).filter(([name]) => !partitions.includes(name)),
      );
      store(`parquet.${quote(file)}`, own, []);
      files.set(path, [{ path: file, changed: "1", schema: own }]);
      written.push({ path, partitions });
      return [];
    }
    if (command !== undefined && command !== null) {
      const [, name, source] = /^create table (`\w+`) using parquet as (.*)$/.exec(sql) ?? [];
      const [, view, format, path] = VIEW.exec(sql) ?? [];
      if (view !== undefined) createView(view, format!, path!);
      else if (name === undefined) db.exec(sql);
      else {
        const { names, rows, types } = await query(source!);
        store(name, Object.fromEntries(names.map((name) => [name, types[name]!])), rows);
      }
      return [];
    }
    const { names, rows, types } = await query(sql);
    const columns: Columns = Object.fromEntries(names.map((name, i) => {
      const type = types[name];
      if (type === undefined) throw new Error(`${name} of ${sql} has no type`);
      const reader = cellReader(name, type);
      for (const row of rows) {
        const cell = row[i]!;
        reader.push(cell === null ? NULL_TEXT : escapeText(String(cell)));
      }
      return [name, reader.finish()];
    }));
    const stages = [{ num_tasks: 4, num_completed_tasks: 1 }, { num_tasks: 2 }];
    return [
      { execution_progress: { stages } },
      {
        arrow_batch: {
          row_count: rows.length,
          data: Buffer.from(writeArrow(columns, "stream")),
        },
      },
    ];
  };
  const server = await listen({
    execute: (request) => execute(request["plan"] as Plan),
    explain: (error) => ({
      root_error_idx: 0,
      errors: [{
        message: error.message,
        spark_throwable: error instanceof NotFound
          ? { error_class: "PATH_NOT_FOUND", sql_state: "42K03" }
          : { error_class: "INTERNAL_ERROR" },
      }],
    }),
  });
  const rowsOf = (path: string): Record<string, unknown>[] => {
    const { names, rows } = select(`select * from parquet.${quote(path)} order by rowid`);
    return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
  };
  return { ...server, statements, written, rowsOf };
}

interface Plan {
  readonly root?: Relation;
  readonly command?: {
    readonly sql_command?: { readonly input: Relation };
    readonly write_operation?: {
      readonly input: Relation;
      readonly path: string;
      readonly partitioning_columns: string[];
    };
  };
}
type Relation = { readonly sql: { readonly query: string } };
interface Result {
  readonly names: string[];
  readonly rows: Cell[][];
  readonly types: Typed;
}

class NotFound extends Error {
  constructor(place: string) {
    super(`[PATH_NOT_FOUND] ${place} is not there`);
  }
}

/** Spark's functions that SQLite lacks; times are stored as microseconds. */
const FUNCTIONS: Readonly<Record<string, (...args: Cell[]) => Cell>> = {
  timestamp_micros: (value) => value!,
  date_from_unix_date: (value) => value!,
  unix_micros: (value) => value!,
  unix_date: (value) => value!,
  chr: (code) => String.fromCharCode(Number(code)),
  isnan: () => 0, // SQLite stores NaN as null
  base64: (bytes) => Buffer.from(bytes as unknown as Uint8Array).toString("base64"),
  hash: (text) => String(text).length - 4,
  pmod: (a, b) => BigInt((Number(a) % Number(b) + Number(b)) % Number(b)),
  lpad: (text, length, pad) => String(text).padStart(Number(length), String(pad)),
  date_format: (micros, form) => {
    if (form !== "yyyy-MM") throw new Error(`${form}`);
    return new Date(Number(micros) / 1000).toISOString().slice(0, 7);
  },
};

/** Computed columns of queries. */
const EXTRA: Typed = {
  rows: "float64",
  people: "float64",
  bucket: "text",
  month: "text",
  file: "text",
  changed: "text",
  tail: "text",
};
const SPARK_TYPES: Readonly<Record<CellType, string>> = {
  time: "timestamp",
  date: "date",
  int64: "bigint",
  float64: "double",
  bool: "boolean",
  text: "string",
};
const STORED: Readonly<Record<CellType, string>> = {
  time: "integer",
  date: "integer",
  int64: "integer",
  float64: "real",
  bool: "integer",
  text: "text",
};

function quote(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

/** Converts Spark's text literals and the name of its text type to standard SQL. */
function ansi(sql: string): string {
  return sql.replace(
    /`(?:[^`]|``)*`|'((?:[^'\\]|\\.)*)'/g,
    (all, text?: string) =>
      text === undefined ? all : `'${text.replace(/\\(.)/g, "$1").replaceAll("'", "''")}'`,
  ).replaceAll(" as string)", " as text)");
}
