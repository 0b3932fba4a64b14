import type { Selection } from "../query.ts";
import { sortKeys } from "../layout/fileRows.ts";
import { PERSON, type TableSchema } from "../tableSchema.ts";
import { ROW_HEAD } from "../worker/rows.ts";
import { encodePlan, type WorkerPlan } from "../worker/plan.ts";
import { cellFromText, cellToText, quoteName, quoteText, sqlCondition } from "./sql.ts";

/** Where a query reads from, in SQL. */
export interface SqlSource {
  /** The table. */
  readonly table: string;
  /** The people. */
  readonly people: string;
  /** The table's columns. */
  readonly schema: TableSchema;
}

const FORM =
  "row format delimited fields terminated by '\\t' lines terminated by '\\n' null defined as '\\\\N'";

/** The rows of a table that meet conditions: what follows the columns, with `join` before the conditions. */
export function selectionSql(
  { table, schema }: SqlSource,
  { conditions }: Selection,
  join = "",
): string {
  const all = conditions.map((condition) => sqlCondition(condition, schema));
  return `from ${table} t ${join}${all.length === 0 ? "" : ` where ${all.join(" and ")}`}`;
}

/** The columns that a worker is given, without the person. */
export function inputColumns(
  { schema }: SqlSource,
  { columns = Object.keys(schema) }: Selection,
): NonNullable<WorkerPlan["input"]> {
  return columns.filter((name) => name !== PERSON).map((name) => [name, schema[name]!] as const);
}

/**
 * A query that sends the rows of each person through a worker, all of one person's through one
 * process, sorted as on one machine; its rows are what the worker writes, with columns `o0`, `o1`, ...
 *
 * @param command The worker's command line, without its arguments.
 */
export function perPersonSql(
  source: SqlSource,
  selection: Selection,
  plan: WorkerPlan,
  command: string,
): string {
  const { schema } = source, given = inputColumns(source, selection);
  const keys = sortKeys(schema).filter((name) => name !== PERSON);
  const read = [...new Set([...keys, ...given.map(([name]) => name)])];
  const alias = (name: string): string => `c${read.indexOf(name)}`;
  const join =
    `left join (select ${PERSON}, zone from ${source.people}) p on t.${PERSON} = p.${PERSON}`;
  const columns = read.map((name) => `, t.${quoteName(name)} as ${alias(name)}`).join("");
  const rows = `select cast(t.${PERSON} as string) as who, p.zone as zone${columns} ${
    selectionSql(source, selection, join)
  }`;
  const sorted = `select * from (${rows}) distribute by who sort by ${
    ["who", ...read.map(alias)].join(", ")
  }`;
  const cells = [
    cellToText("who", "text"),
    "zone",
    ...given.map(([name, type]) => cellToText(alias(name), type)),
  ];
  const output = plan.output ?? [];
  const names = [...ROW_HEAD, ...output.map((_, i) => `o${i}`)];
  const transformed = `select transform(${cells.join(", ")}) ${FORM} using ${
    quoteText(`${command} rows ${encodePlan(plan)}`)
  } as (${names.map((name) => `${name} string`).join(", ")}) ${FORM} from (${sorted})`;
  const person = cellFromText("person", schema[PERSON]!);
  return `select kind, if(kind = 'row', ${person}, null) as person, ` + // a note says whose in JSON
    `cast(number as bigint) as number, ${cellFromText("note", "text")} as note${
      output.map(([, type], i) => `, ${cellFromText(`o${i}`, type)} as o${i}`).join("")
    } from (${transformed})`;
}
