import { loadLate } from "../options/loadLate.ts";
import { guided } from "../options/guided.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import type { BackEnd } from "./backEnd.ts";
import { FolderBackEnd } from "./local/folderBackEnd.ts";
import { CohortTable } from "./table.ts";
import type { Cohort, CohortOptions } from "./cohortOptions.ts";

/** Opens a cohort by its address. */
export async function openCohort(address: string, options: CohortOptions): Promise<Cohort> {
  checkOptions("open a cohort", options, OPTIONS);
  if (typeof address !== "string" || address === "") {
    throw new TypeError(`Cannot open a cohort: the address is ${describeValue(address)}`);
  }
  const isSpark = address.startsWith("sc://"),
    scheme = /^[a-z][a-z\d+.-]+:\/\//i.exec(address)?.[0];
  if (!isSpark && scheme !== undefined) {
    throw new TypeError(
      `Cannot open a cohort: ${address} starts with ${scheme}, expected the path of a folder or sc://host:port. Copy the files to a folder, or let Spark read them.`,
    );
  }
  const stray = (isSpark ? FOLDER_ONLY : SPARK_ONLY).find((name) => options[name] !== undefined);
  if (stray !== undefined) {
    throw new TypeError(
      `Cannot open a cohort: ${stray} is an option of ${
        isSpark ? "a folder" : "Spark, sc://host:port"
      }`,
    );
  }
  return withTables(await (isSpark ? openSpark(address, options) : openFolder(address, options)));
}

const FOLDER_ONLY = ["workers", "rowsAtOnce"] as const;
const SPARK_ONLY = ["token", "folder", "workerCommand", "certificates"] as const;
const OPTIONS = optionNames<CohortOptions>()(
  "workers rowsAtOnce token folder workerCommand certificates",
);

async function openSpark(
  address: string,
  { token, folder, workerCommand, certificates }: CohortOptions,
): Promise<BackEnd> {
  const { sparkAddress } = await loadLate<typeof import("./spark/address.ts")>(
    "./spark/address.ts",
    import.meta,
  );
  const place = sparkAddress(address, token);
  const { SparkConnection } = await loadLate<typeof import("./spark/connection.ts")>(
    "./spark/connection.ts",
    import.meta,
  ); // loads gRPC only if needed
  const { SparkBackEnd } = await loadLate<typeof import("./spark/sparkBackEnd.ts")>(
    "./spark/sparkBackEnd.ts",
    import.meta,
  );
  const connection = new SparkConnection(place, certificates);
  try {
    await connection.open();
    const backEnd = new SparkBackEnd(connection, { folder, worker: workerCommand });
    await backEnd.people(); // everyone has a zone and appears once
    return backEnd;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function openFolder(folder: string, options: CohortOptions): Promise<BackEnd> {
  const { workers = navigator.hardwareConcurrency, rowsAtOnce = 4_000_000 } = options;
  for (const [name, value] of Object.entries({ workers, rowsAtOnce })) {
    if (Number.isInteger(value) && value > 0) continue;
    throw new RangeError(
      `Cannot open a cohort: ${name} is ${describeValue(value)}, expected at least 1`,
    );
  }
  const backEnd = new FolderBackEnd(folder, { workers, rowsAtOnce });
  await backEnd.people(); // a folder without people is not a cohort
  return backEnd;
}

function withTables(backEnd: BackEnd): Cohort {
  return guided(
    {
      tables: () => backEnd.tables(),
      table: (name) => new CohortTable(backEnd, { table: name, steps: [] }),
      people: () => backEnd.people(),
      check: () => backEnd.check(),
      compact: () => backEnd.compact(),
      close: () => backEnd.close(),
      [Symbol.asyncDispose]: () => backEnd.close(),
    },
    (name) =>
      `Cannot read ${name} of the cohort: it has no such member. Use people.table(${
        JSON.stringify(name)
      }) if it is a table. To run a verb, use people.table("stages").perPerson(sleep.nightly).`,
  );
}
