import { cellSignal } from "../../options/callSignal.ts";
import { openFrame } from "../../frame/open.ts";
import {
  type Column,
  type Columns,
  int64Column,
  rowCount,
  textColumn,
} from "../../frame/columns/columns.ts";
import { concatColumns } from "../../frame/concatColumns.ts";
import type { Row } from "../../frame/polars/rows.ts";
import { deferFrames, toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { PERSON } from "../tableSchema.ts";
import { appendData, type AppendOptions, type Written } from "./appendData.ts";
import { hints } from "./readData.ts";
import { ZONE } from "./people.ts";
import type { CohortData, PersonData, WriteCohortOptions } from "./cohortData.ts";

/** Number of rows collected, person by person, before they are added. */
const ROWS_AT_ONCE = 500_000;

const OPTIONS = optionNames<WriteCohortOptions>()("buckets replace pseudonymKey");

/** Adds data to a cohort's folder; see `writeCohort`. */
export async function writeData(
  folder: string,
  data: CohortData | Iterable<PersonData> | AsyncIterable<PersonData>,
  options: WriteCohortOptions,
): Promise<Written> {
  checkOptions("write a cohort", options, OPTIONS);
  const { buckets, replace = false, pseudonymKey } = options;
  if (typeof folder !== "string" || folder === "") {
    throw new TypeError(`Cannot write a cohort: the folder is ${describeValue(folder)}`);
  }
  if (buckets !== undefined && !(Number.isInteger(buckets) && buckets >= 1 && buckets <= 10_000)) {
    throw new RangeError(`Cannot write a cohort: buckets is ${buckets}, not from 1 to 10,000`);
  }
  if (typeof replace !== "boolean") {
    throw new TypeError(
      `Cannot write a cohort: replace is ${describeValue(replace)}, not a boolean`,
    );
  }
  if (typeof data !== "object" || data === null || data instanceof Promise) {
    throw new TypeError(
      `Cannot write a cohort: expected people and tables, or an iterable of people, got ${
        describeValue(data)
      }`,
    );
  }
  if (Symbol.iterator in data || Symbol.asyncIterator in data) {
    return await writePeople(folder, data, { buckets, replace, pseudonymKey });
  }
  const { people, tables } = data;
  if (typeof tables !== "object" || tables === null) {
    throw new TypeError("Cannot write a cohort: tables is missing");
  }
  return await appendData(folder, people, tables, { buckets, replace, pseudonymKey });
}

async function writePeople(
  folder: string,
  data: Iterable<PersonData> | AsyncIterable<PersonData>,
  options: AppendOptions,
): Promise<Written> {
  let people: Row[] = [], tables: Record<string, Columns[]> = {}, gathered = 0;
  let written: Written = { people: 0, rows: {}, files: 0 };
  const touched = new Set<string>();
  const flush = async (more: Pick<AppendOptions, "touched" | "joins">): Promise<void> => {
    const joined = Object.fromEntries(
      Object.entries(tables).map((
        [table, parts],
      ) => [table, deferFrames(() => toFrame(concatColumns(parts)))]),
    );
    const own = people.length > 0 ? people : undefined;
    people = [];
    tables = {};
    gathered = 0;
    written = sumOf(written, await appendData(folder, own, joined, { ...options, ...more }));
  };
  const signal = cellSignal();
  const seen = new Set<string>(); // 7, 7n and, as a pseudonym, "7" are one person
  for await (const { person, zone, about = {}, tables: own } of data) {
    signal?.throwIfAborted();
    if (options.replace) {
      const name = String(person);
      if (seen.has(name)) {
        throw new TypeError(
          `Cannot write a cohort: person ${name} occurs twice, and the second would replace the first`,
        );
      }
      seen.add(name);
    }
    people.push({ [PERSON]: person, [ZONE]: zone, ...about });
    for (const [table, frame] of Object.entries(own)) {
      const columns = openFrame(frame, { action: `write table ${table}` }).columns(
        hints(frame, undefined),
      );
      const rows = rowCount(columns);
      (tables[table] ??= []).push({ [PERSON]: repeatPerson(person, rows), ...columns });
      gathered += rows;
    }
    if (gathered >= ROWS_AT_ONCE) await flush({ touched });
  }
  if (people.length > 0 || touched.size > 0) await flush({ joins: touched });
  return written;
}

function repeatPerson(person: PersonData["person"], rows: number): Column {
  if (typeof person === "string") return textColumn(new Array<string>(rows).fill(person));
  if (typeof person === "bigint" || Number.isSafeInteger(person)) {
    return int64Column(new BigInt64Array(rows).fill(BigInt(person)));
  }
  throw new TypeError(
    `Cannot write a cohort: a person is ${describeValue(person)}, expected an integer or a string`,
  );
}

function sumOf(a: Written, b: Written): Written {
  const tables = new Set([...Object.keys(a.rows), ...Object.keys(b.rows)]);
  return {
    people: a.people + b.people,
    rows: Object.fromEntries(
      Array.from(tables, (table) => [table, (a.rows[table] ?? 0) + (b.rows[table] ?? 0)]),
    ),
    files: a.files + b.files,
  };
}
