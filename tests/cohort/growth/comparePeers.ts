import { assertAlmostEquals, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import type { Cohort } from "../../../src/cohort/cohortOptions.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import * as series from "../../../src/series/mod.ts";

/** Other programs that compute daily means of the same files. */
export const PEERS = ["DuckDB", "Polars"] as const;

type Day = readonly [person: number, day: string, value: number | null, steps: number | null];

/**
 * Measures a daily resample in another program, in CPU seconds without its start. Compares all days
 * with the cohort's.
 *
 * @param venv Folder of the programs from PyPI, installed if missing.
 * @throws {AssertionError} if a day differs
 */
export async function measurePeer(
  name: typeof PEERS[number],
  folder: string,
  people: Cohort,
  venv: string,
): Promise<number> {
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const packages = here("../../bench/peers/tables.txt");
  const { success, stdout } = await new Deno.Command("python3", {
    args: [here("../../live/inVenv.py"), venv, packages, here("peers.py"), folder, name],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`Cannot measure ${name}: it failed`);
  const { cpu, rows } = JSON.parse(new TextDecoder().decode(stdout)) as {
    cpu: number;
    rows: Day[];
  };
  const own = await daysOf(people);
  assertEquals(
    rows.map(([person, day]) => `${person} ${day}`),
    own.map(([person, day]) => `${person} ${day}`),
  );
  for (const [i, [, , ...found]] of rows.entries()) {
    for (const [column, value] of found.entries()) {
      const expected = own[i]![column + 2] as number | null;
      if (expected === null || value === null) assertEquals(value, expected);
      else assertAlmostEquals(value, expected, 1e-9);
    }
  }
  return cpu;
}

async function daysOf(people: Cohort): Promise<Day[]> {
  const zones = new Map(
    toRows(columnsOf(await people.people())).map(({ person, zone }) => [person, zone as string]),
  );
  const days = await people.table("heart_rate").perPerson(series.resample, { every: "1d" })
    .collect({ onProgress: () => {} });
  const clocks = new Map(
    [...new Set(zones.values())].map((timeZone) =>
      [timeZone, new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" })] as const
    ),
  );
  return toRows(columnsOf(days)).flatMap(({ person, time, value, steps }): Day[] =>
    value === null && steps === null // days without rows, which others leave out
      ? []
      : [[
        Number(person),
        clocks.get(zones.get(person)!)!.format(new Date(`${time}`)),
        value as number | null,
        steps as number | null,
      ]]
  );
}
