import type { Selection } from "../query.ts";
import { sortKeys } from "../layout/fileRows.ts";
import { PERSON, type TableSchema } from "../tableSchema.ts";
import { ROW_HEAD } from "../worker/rows.ts";
import { encodePlan, type WorkerPlan } from "../worker/plan.ts";
import { cellFromText, cellToText, quoteName, quoteText, sqlCondition } from "./sql.ts";

/** Source of a query in SQL. */
export interface SqlSource {
  readonly table: string;
  readonly people: string;
  /** Columns of the table. */
  readonly schema: TableSchema;
}

const FORM =
  "row format delimited fields terminated by '\\t' lines terminated by '\\n' null defined as '\\\\N'";

/**
 * Returns SQL that follows the column list and selects matching rows, with `join` before the
 * conditions.
 */
export function selectionSql(
  { table, schema }: SqlSource,
  { conditions }: Selection,
  join = "",
): string {
  const all = conditions.map((condition) => sqlCondition(condition, schema));
  return `from ${table} t ${join}${all.length === 0 ? "" : ` where ${all.join(" and ")}`}`;
}

/** Returns the columns that a worker receives, without the person. */
export function inputColumns(
  { schema }: SqlSource,
  { columns = Object.keys(schema) }: Selection,
): NonNullable<WorkerPlan["input"]> {
  return columns.filter((name) => name !== PERSON).map((name) => [name, schema[name]!] as const);
}

/**
 * Returns SQL that sends the rows of each person through a worker. All rows of a person go to one
 * process, sorted as on one machine. The result has the worker's rows in columns `o0`, `o1`, ...
 *
 * @param command Command line of the worker, without its arguments.
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
  return `select kind, if(kind = 'row', ${person}, null) as person, ` + // a note contains its person in JSON
    `cast(number as bigint) as number, ${cellFromText("note", "text")} as note${
      output.map(([, type], i) => `, ${cellFromText(`o${i}`, type)} as o${i}`).join("")
    } from (${transformed})`;
}
