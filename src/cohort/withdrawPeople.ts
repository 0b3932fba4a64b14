import { explained } from "../options/explained.ts";
import { loadLate } from "../options/loadLate.ts";
import { requireDeno } from "../options/runtime.ts";
import type { Withdrawn, WithdrawOptions } from "./layout/removePeople.ts";

/**
 * Removes people from a cohort's folder: their rows in every table, and their row in `people`. Each
 * file with such rows is rewritten, so that no row, statistic or dictionary of the folder's files
 * contains them any more. All changes are made or none, even if the process is killed.
 *
 * Results that `writeTo` wrote to other folders are separate cohorts: withdraw the people there,
 * too. Backups, and blocks that the disk has not reused yet, are beyond this function.
 *
 * @param folder Folder from `writeCohort`.
 * @param people One person or several.
 * @returns numbers of removed people and rows, and of changed files
 * @throws {RangeError} if a person is not in the cohort, a result is partially written, or rows may
 * be in a skipped Parquet file or in a file outside the folder
 * @throws {TypeError} if the folder is not from `writeCohort`, or the key of the pseudonyms is wrong
 *
 * @example A person withdraws
 * ```ts
 * import { cohort, withdrawPeople, writeCohort } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const steps = [{ time: "2024-03-31T08:00Z", steps: 100 }];
 * await writeCohort(folder, [
 *   { person: "ada", zone: "Europe/London", tables: { steps } },
 *   { person: "bob", zone: "America/New_York", tables: { steps } },
 * ]);
 * assertEquals(await withdrawPeople(folder, "ada"), { people: 1, rows: { steps: 1 }, files: 2 });
 * await using people = await cohort(folder);
 * assertEquals((await people.people()).getColumn("person").toArray(), ["bob"]);
 * ```
 */
export async function withdrawPeople(
  folder: string,
  people: string | number | bigint | readonly (string | number | bigint)[],
  options: WithdrawOptions = {},
): Promise<Withdrawn> {
  requireDeno("withdraw people");
  const { removePeople } = await loadLate<typeof import("./layout/removePeople.ts")>(
    "./layout/removePeople.ts",
    import.meta,
  );
  return await explained(
    `withdraw people from ${folder}`,
    () => removePeople(folder, people, options),
  );
}
