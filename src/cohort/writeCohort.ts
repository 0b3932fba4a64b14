import { requireDeno } from "../options/runtime.ts";
import { explained } from "../options/explained.ts";
import { loadLate } from "../options/loadLate.ts";
import type { Written } from "./layout/appendData.ts";
import type { CohortData, PersonData, WriteCohortOptions } from "./layout/cohortData.ts";

/**
 * Writes the data of many people to a folder, or adds them to an existing cohort: Parquet files
 * `table/bucket=NN/month=YYYY-MM/part-N.parquet`, by a hash of the person and the month (UTC) of
 * the first time column, sorted by person and time, and `people`. Each call adds all rows or none,
 * even if the process is killed. If you pass people one at a time, this applies to groups of half a
 * million rows, and memory does not depend on the number of people.
 *
 * Columns may be times, dates, integers, numbers, booleans and strings. Times are stored as
 * `datetime[us, UTC]`. Added rows must have the columns of the table.
 *
 * @param folder Folder, created if missing.
 * @param data Frames of many people, or one person after another, such as exports from `read`, or
 * data from a client.
 * @returns numbers of added people and rows
 * @throws {TypeError} if a column is missing or has another type than in the table, or a person is
 * null or not in `people`
 * @throws {RangeError} if a zone does not exist, or a table's name is invalid
 *
 * @example One person after another
 * ```ts
 * import { cohort, writeCohort } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const steps = (count: number) => [{ time: "2024-03-31T08:00Z", steps: count }];
 * await writeCohort(folder, [
 *   { person: "ada", zone: "Europe/London", about: { age: 36 }, tables: { steps: steps(100) } },
 *   { person: "bob", zone: "America/New_York", about: { age: 41 }, tables: { steps: steps(50) } },
 * ]);
 * await writeCohort(folder, [{ person: "ada", zone: "Europe/London", tables: { steps: steps(7) } }]);
 * await using people = await cohort(folder);
 * const sums = await people.table("steps").sum("steps", { by: "person" });
 * assertEquals(sums.getColumn("steps").toArray(), [107, 50]);
 * ```
 */
export async function writeCohort(
  folder: string,
  data: CohortData | Iterable<PersonData> | AsyncIterable<PersonData>,
  options: WriteCohortOptions = {},
): Promise<Written> {
  requireDeno("write a cohort");
  const { writeData } = await loadLate<typeof import("./layout/writeData.ts")>(
    "./layout/writeData.ts",
    import.meta,
  );
  return await explained(`write the cohort in ${folder}`, () => writeData(folder, data, options));
}
