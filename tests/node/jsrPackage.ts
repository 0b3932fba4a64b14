import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { importRatios } from "./importRatios.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

// A program of a user: with the sources and with the package it must print the same.
const PROGRAM = `
import { cohort, demo, plot, places, range, sleep, writeCohort } from "@lifeframe/lifeframe";
import { merge } from "@lifeframe/lifeframe/sleep";

const tz = "Europe/Berlin", [folder] = Deno.args as [string];
const me = await demo({ days: 10 });
const stages = await me.api.sleep.stages(range.lastNights(5, tz, { until: me.now() }));
// @ts-expect-error there is no such option: types are not any
const wrong = () => sleep.merge(stages, { sourcePriorities: [] });
const svg: string = await plot.hypnogram(stages, { tz }).svg();
const page = await me.report(me.range.lastDays(3));
await writeCohort(folder, {
  people: [{ person: 0, zone: tz }, { person: 1, zone: tz }],
  tables: {
    stages: [0, 1].map((person) => ({
      person,
      start_time: "2024-03-31T13:00Z",
      end_time: "2024-03-31T21:00Z",
      sleep_stage: 1,
    })),
  },
});
await using people = await cohort(folder, { workers: 1 });
const nights = people.table("stages").perPerson(sleep.statistics).where({ name: "TST" });
const asleep = await nights.select("value").collect();
console.log(JSON.stringify({
  same: merge === sleep.merge,
  city: places.nearestCity({ latitude: 48.14, longitude: 11.58 })?.name,
  cycles: sleep.cycles(stages).toRecords(),
  page: (await page.page()).length > 10_000,
  svg,
  asleep: asleep.getColumn("value").toArray(),
}, (_, value) => typeof value === "bigint" ? String(value) : value));
`;

/** Runs Deno and returns its output. Throws if it fails. */
async function deno(args: string[], cwd = ROOT): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const [out, problems] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assertEquals(
    success,
    true,
    `deno ${args.join(" ")}: ${out!.slice(-2000)}${problems!.slice(-4000)}`,
  );
  return out! + problems!;
}

/**
 * Checks that the package for JSR does what the sources do, and loads in less time.
 *
 * @param folder Folder of the package.
 */
export async function checkJsrPackage(folder: string): Promise<void> {
  const own = await Deno.makeTempDir();
  try {
    const config = ["--config", `${folder}/deno.json`]; // its lock spares Deno to resolve what is installed
    await Deno.writeTextFile(`${own}/a.ts`, PROGRAM);
    const run = ["run", "-A", "--quiet", "--no-check"];
    await deno(["check", "--quiet", ...config, `${own}/a.ts`]);
    const packed = await deno([...run, ...config, `${own}/a.ts`, `${own}/1`]);
    const bySources = PROGRAM.replace("@lifeframe/lifeframe/sleep", `${ROOT}src/sleep/mod.ts`);
    await Deno.writeTextFile(`${own}/a.ts`, bySources);
    const sources = await deno([...run, "--config", `${ROOT}deno.json`, `${own}/a.ts`, `${own}/2`]);
    assertEquals(packed, sources);
    const { whole, sleep, text } = await importRatios((code) =>
      deno(["eval", "--quiet", "--no-check", ...config, code], folder)
    );
    // deno-lint-ignore no-console -- the figure that docs/performance.md states
    console.log(`Deno: CPU of an import, of Polars and Plot: ${text}`);
    assert(whole < 2, `the whole library is ${text}`);
    assert(sleep < 1.5, `a namespace is ${text}`);
  } finally {
    await Deno.remove(own, { recursive: true });
  }
}
