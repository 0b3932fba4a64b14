import { checkOptions } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import type { BackEnd } from "./backEnd.ts";
import type { Cohort, CohortOptions } from "./cohort.ts";
import { FolderBackEnd } from "./local/folderBackEnd.ts";
import { CohortTable } from "./table.ts";

/** Opens a cohort by its address. */
export async function openCohort(address: string, options: CohortOptions): Promise<Cohort> {
  checkOptions("open a cohort", options, { workers: true, rowsAtOnce: true });
  if (typeof address !== "string" || address === "") {
    throw new TypeError(`Cannot open a cohort: the address is ${describeValue(address)}`);
  }
  const backEnd = await openFolder(address, options);
  return withTables(backEnd);
}

async function openFolder(folder: string, options: CohortOptions): Promise<BackEnd> {
  const { workers = navigator.hardwareConcurrency, rowsAtOnce = 4_000_000 } = options;
  for (const [name, value] of Object.entries({ workers, rowsAtOnce })) {
    if (Number.isInteger(value) && value > 0) continue;
    throw new RangeError(`Cannot open a cohort: ${name} is ${describeValue(value)}, not 1 or more`);
  }
  const backEnd = new FolderBackEnd(folder, { workers, rowsAtOnce });
  await backEnd.people(); // a folder without people is no cohort
  return backEnd;
}

function withTables(backEnd: BackEnd): Cohort {
  return {
    tables: () => backEnd.tables(),
    table: (name) => new CohortTable(backEnd, { table: name, steps: [] }),
    people: () => backEnd.people(),
    close: () => backEnd.close(),
    [Symbol.asyncDispose]: () => backEnd.close(),
  };
}
