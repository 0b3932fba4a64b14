import { requireDeno } from "../options/runtime.ts";
import { explained } from "../options/explained.ts";
import { loadLate } from "../options/loadLate.ts";
import type { Written } from "./layout/appendData.ts";
import type { CohortData, PersonData, WriteCohortOptions } from "./layout/cohortData.ts";

/**
 * Writes the data of many people into a folder, or adds them to what is there: Parquet files
 * `table/bucket=NN/month=YYYY-MM/part-N.parquet`, by a hash of the person and the month (UTC) of the
 * first column of times, sorted by person and time, and `people`. Each call adds all of its rows or none,
 * also where the process is killed; of one person after the other, those of a few million rows at a time.
 *
 * A frame's columns are times, dates, integers, numbers, booleans and strings; times are kept as
 * `datetime[us, UTC]`. What is added must have the columns that the table has.
 *
 * @param folder Where; made if it is not there.
 * @param data Frames of many people, or one person after the other: what `read` makes of an export, or
 * what a client has fetched.
 * @returns how many people and rows were added
 * @throws {TypeError} if a column is missing, of another type than the table's, or a person is null or
 * not among the people
 * @throws {RangeError} if a zone does not exist, or a table's name is invalid
 *
 * @example Person after person
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
