import pl from "nodejs-polars";
import { cohort } from "../../../src/cohort/cohort.ts";
import * as series from "../../../src/series/mod.ts";
import { madeHeartRate, ofPerson } from "../madeCohort.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { cpuTime } from "./cpuTime.ts";
import { writeCohort } from "../../../src/cohort/writeCohort.ts";

/** CPU seconds of a daily resample, and of counting the rows. */
export interface FilesCost {
  readonly files: number;
  readonly rows: number;
  readonly resample: number;
  readonly count: number;
}

/** Number of people and days of the rows. */
const PEOPLE = 100, DAYS = 4;

/** Measures the same rows in many small files, and in the few files that `compact` makes. */
export async function measureSmallFiles(folder: string, files: number): Promise<FilesCost[]> {
  const people = Array.from({ length: PEOPLE }, (_, person) => ({ person, zone: "Europe/Berlin" }));
  await writeCohort(folder, { people, tables: {} });
  const each = Math.ceil(files / PEOPLE);
  for (const { person } of people) {
    const rows = toFrame(
      ofPerson(BigInt(person), madeHeartRate(person, { people: PEOPLE, nights: DAYS })),
    );
    const length = Math.ceil(rows.height / each), below = `${folder}/heart_rate/bucket=${person}`;
    await Deno.mkdir(below, { recursive: true });
    for (let at = 0; at < rows.height; at += length) {
      rows.slice(at, length).select(pl.all()).writeParquet(`${below}/${at}.parquet`);
    }
  }
  await Deno.remove(`${folder}/_cohort.json`); // as another writer leaves it
  await using many = await cohort(folder, { workers: 1 });
  const small = await measure(folder);
  await many.compact();
  return [small, await measure(folder)];
}

async function measure(folder: string): Promise<FilesCost> {
  await using people = await cohort(folder, { workers: 1 });
  const table = people.table("heart_rate");
  const cost = async (run: () => Promise<unknown>): Promise<number> => {
    const before = cpuTime(Deno.pid);
    await run();
    return cpuTime(Deno.pid) - before;
  };
  const daily = table.perPerson(series.resample, { every: "1d" });
  const [found] = (await people.check()).frame.toRecords() as { files: bigint; rows: bigint }[];
  return {
    files: Number(found!.files),
    rows: Number(found!.rows),
    resample: await cost(() => daily.collect({ onProgress: () => {} })),
    count: await cost(() => table.count()),
  };
}
