import { sep as SEPARATOR } from "node:path";
import { rowCount } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import { ParquetRows } from "../../frame/polars/parquetRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { PERSON } from "../tableSchema.ts";
import type { Person } from "./bucketOf.ts";
import { stageParquet } from "./changeFolder.ts";
import { personsOf } from "./people.ts";
import { tableFiles } from "./tableFiles.ts";

/** File with rows of people to remove. */
export interface Rewritten {
  /** Path below the cohort's folder. */
  readonly name: string;
  /** Number of removed rows. */
  readonly removed: number;
  /** Number of remaining rows. */
  readonly left: number;
}

/**
 * Stages the files of a table without the rows of some people. It looks into every file, because
 * other engines may store a person's rows anywhere.
 *
 * @throws {RangeError} if such rows are in a file outside the folder, behind a link
 */
export async function stageWithout(
  folder: string,
  table: string,
  people: ReadonlySet<Person>,
): Promise<Rewritten[]> {
  const rewritten: Rewritten[] = [];
  for (const { path, name } of await tableFiles(folder, table)) {
    const file = new ParquetRows([path]);
    const persons = personsOf(file.countBy(PERSON).values, `read ${name}`, table);
    if (!persons.some((person) => people.has(person))) continue;
    const real = await Deno.realPath(path);
    if (!real.startsWith(await Deno.realPath(folder) + SEPARATOR)) {
      throw new RangeError(
        `Cannot remove rows of ${name}: it is a link to ${real}, where they would stay. Move the file into the folder.`,
      );
    }
    const columns = openFrame(file.read()).columns();
    const each = personsOf(columns[PERSON], `read ${name}`, table);
    const kept = rowsWhere(rowCount(columns), (row) => !people.has(each[row]!));
    await stageParquet(folder, name, toFrame(takeRows(columns, kept)));
    rewritten.push({ name, removed: each.length - kept.length, left: kept.length });
  }
  return rewritten;
}
