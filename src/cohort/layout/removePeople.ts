import { rowCount } from "../../frame/columns/columns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { PERSON } from "../tableSchema.ts";
import type { Person } from "./bucketOf.ts";
import { changeFolder, stageParquet, STAGING } from "./changeFolder.ts";
import { type FileChange, isThere, writeAndSync } from "./commitFiles.ts";
import { formatManifest, MANIFEST, readManifest } from "./manifest.ts";
import { PEOPLE_FILE, personsOf, readOwnPeople } from "./people.ts";
import { Pseudonyms } from "./pseudonyms.ts";
import { stageWithout } from "./stageWithout.ts";
import { skippedParquet, tableNames } from "./tableFiles.ts";

/** Result of withdrawing people. */
export interface Withdrawn {
  /** Number of removed people. */
  readonly people: number;
  /** Number of rows removed from each table. */
  readonly rows: { readonly [table: string]: number };
  /** Number of files that were rewritten or removed. */
  readonly files: number;
}

/** Options for withdrawing people. */
export interface WithdrawOptions {
  /** Key of the pseudonyms, if people have them; see `writeCohort`. @default none */
  pseudonymKey?: string | Uint8Array;
}

/** Removes people and all their rows from a folder; see `withdrawPeople`. */
export async function removePeople(
  folder: string,
  given: string | number | bigint | readonly (string | number | bigint)[],
  options: WithdrawOptions,
): Promise<Withdrawn> {
  checkOptions("withdraw people", options, { pseudonymKey: true });
  const identifiers = [given].flat().map(readPerson), people = new Set(identifiers);
  if (people.size === 0) throw new TypeError("Cannot withdraw people: the list is empty");
  const action = `withdraw ${people.size === 1 ? `person ${[...people][0]}` : "people"}`;
  const manifest = await readManifest(folder);
  if (manifest === undefined) {
    if (!await isThere(folder)) {
      throw new TypeError(`Cannot ${action}: there is no folder ${folder}. Check the path.`);
    }
    throw new TypeError(
      `Cannot ${action}: ${folder} has no ${MANIFEST}, so writeCohort did not write it. Remove the rows with the program that did.`,
    );
  }
  const pseudonyms = Pseudonyms.open(action, options.pseudonymKey, manifest);
  const stored = new Map(identifiers.map((one) => [pseudonyms?.of(one) ?? one, one]));
  return await changeFolder(folder, async () => {
    await refuseParts(folder, action);
    for (const name of await skippedParquet(folder)) {
      throw new RangeError(
        `Cannot ${action}: ${folder}/${name} belongs to no table, but may contain their rows. Remove the file.`,
      );
    }
    const all = await readOwnPeople(folder);
    const persons = personsOf(all?.[PERSON], action, "people");
    const known = new Set(persons);
    const unknown = [...stored.keys()].find((person) => !known.has(person));
    if (unknown !== undefined) {
      throw new RangeError(`Cannot ${action}: person ${stored.get(unknown)} is not in people`);
    }
    const changes: FileChange[] = [], rows: Record<string, number> = {};
    const gone = new Set(stored.keys());
    for (const table of await tableNames(folder)) {
      for (const { name, removed, left } of await stageWithout(folder, table, gone)) {
        rows[table] = (rows[table] ?? 0) + removed;
        changes.push(left > 0 ? { from: `${STAGING}/${name}`, to: name } : { to: name });
      }
    }
    const kept = rowsWhere(rowCount(all!), (row) => !gone.has(persons[row]!));
    await stageParquet(folder, PEOPLE_FILE, toFrame(takeRows(all!, kept)));
    // Read again under the lock: another writer may have added a table.
    const { results: _withTheirRows, ...current } = (await readManifest(folder))!;
    await writeAndSync(`${folder}/${STAGING}/${MANIFEST}`, formatManifest(current));
    const last = [PEOPLE_FILE, MANIFEST].map((to) => ({ from: `${STAGING}/${to}`, to }));
    return {
      changes: [...changes, ...last],
      result: { people: people.size, rows, files: changes.length + 1 },
    };
  });
}

function readPerson(person: unknown): Person {
  if (typeof person === "string" || typeof person === "bigint") return person;
  if (Number.isSafeInteger(person)) return BigInt(person as number);
  throw new TypeError(
    `Cannot withdraw people: a person is ${describeValue(person)}, expected an integer or a string`,
  );
}

/**
 * Refuses a folder with an unfinished result, whose state may name people.
 *
 * @throws {RangeError} with the table
 */
async function refuseParts(folder: string, action: string): Promise<void> {
  const tables = (await readManifest(folder))?.tables ?? {};
  try {
    for await (const { name } of Deno.readDir(`${folder}/_written`)) {
      if (Object.hasOwn(tables, name)) continue; // complete: its writer was killed in the end
      throw new RangeError(
        `Cannot ${action}: the table ${name} is partially written. Finish it with the same writeTo(), or remove ${folder}/${name} and ${folder}/_written/${name}`,
      );
    }
    await Deno.remove(`${folder}/_written`, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
