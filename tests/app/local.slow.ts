import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { inFolder } from "../helpers/inFolder.ts";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { local, type Me } from "../../mod.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrations.ts";

const TZ = "Europe/Berlin";
const DAYS = { start_time: "2024-03-10T00:00+01:00", end_time: "2024-03-12T00:00+01:00" };

/** Heart rate on the evening of 10 March 2024, one record per minute. */
async function putHeartRate(me: Me, count: number, source = "Watch"): Promise<void> {
  const start = Temporal.Instant.from("2024-03-10T18:00:00Z");
  await me.api.ingest.records(
    "HeartRate",
    Array.from({ length: count }, (_, i) => ({
      start_time: start.add({ minutes: i }).toString(),
      value: 60 + i % 7,
      unit: "bpm",
      source,
    })),
  );
}

async function dataOf(me: Me): Promise<string> {
  return (await me.provenance()).facts["Data"]!;
}

Deno.test("local() is an empty in-memory store with the methods and questions of any client", async () => {
  await using me = await local({ tz: TZ });
  assertEquals((await me.api.user.totals()).total_records, 0);
  assertEquals(await me.api.sources.list(), []);
  assertEquals((await me.lastNight({ date: "2024-03-10" })).facts, null);
  assertEquals(await dataOf(me), "own store in memory: nothing yet");
  assertEquals(me.tz, TZ);
});

Deno.test("local() uses this machine's zone by default", async () => {
  await using me = await local();
  assertEquals(me.tz, new Intl.DateTimeFormat().resolvedOptions().timeZone);
});

Deno.test("two in-memory stores are separate", async () => {
  await using one = await local({ tz: TZ });
  await using other = await local({ tz: TZ });
  await putHeartRate(one, 3);
  assertEquals((await one.api.user.totals()).total_records, 3);
  assertEquals((await other.api.user.totals()).total_records, 0);
});

Deno.test("a local store can be closed twice, by a call and at the end of its scope", () =>
  inFolder(async (data) => {
    await using me = await local({ data, tz: TZ });
    await me.close();
    await using inMemory = await local({ tz: TZ });
    await inMemory.close();
  }));

Deno.test("local({ data }) stores data for its owner only, and returns it in a later session", () =>
  inFolder(async (folder) => {
    const data = `${folder}/health`;
    let user: string;
    {
      await using me = await local({ data, tz: TZ });
      user = await me.userid();
      await putHeartRate(me, 90);
    }
    await using again = await local({ data: pathToFileURL(data), tz: TZ });
    assertEquals(await again.userid(), user);
    const samples = await again.api.metrics.samples({ metric: "HeartRate", ...DAYS });
    assertEquals(samples.height, 90);
    if (Deno.build.os !== "windows") {
      assertEquals((await Deno.stat(`${data}/lifeframe.sqlite`)).mode! & 0o077, 0);
    }
  }));

Deno.test("another process can open the same folder at the same time, and each sees the other's writes", () =>
  inFolder(async (data) => {
    await using me = await local({ data, tz: TZ });
    await putHeartRate(me, 5, "Watch");
    const code = `
      import { local } from ${JSON.stringify(new URL("../../mod.ts", import.meta.url).href)};
      await using me = await local({ data: ${JSON.stringify(data)}, tz: "UTC" });
      const { total_records } = await me.api.user.totals();
      await me.api.ingest.records("HeartRate", [
        { start_time: "2024-03-11T08:00:00Z", value: 70, unit: "bpm", source: "Phone" },
      ]);
      console.log(total_records);`;
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", code],
      cwd: new URL("../../", import.meta.url),
    }).output();
    assertEquals(new TextDecoder().decode(stdout).trim(), "5", new TextDecoder().decode(stderr));
    assertEquals((await me.api.user.totals()).total_records, 6);
    assertEquals((await me.api.sources.list()).map(({ name }) => name), ["Watch", "Phone"]);
  }));

Deno.test("the provenance of a store and a report lists the imported data, and does not mention the sample", () =>
  inFolder(async (data) => {
    await using me = await local({ data, tz: TZ });
    await putHeartRate(me, 1, "Watch");
    assertEquals(await dataOf(me), `own store in ${data}: 1 record from Watch`);
    await putHeartRate(me, 1200, "Phone");
    assertEquals(await dataOf(me), `own store in ${data}: 1,201 records from Watch and Phone`);
    const made = await me.report(DAYS);
    assertStringIncludes(made.content.provenance["Data"]!, "1,201 records from Watch and Phone");
    const page = await made.page();
    assert(!/niplav|sample of|made up/i.test(page));
    assertStringIncludes(page, "Heart rate");
  }));

Deno.test("the first source in the given order counts if two overlap", async () => {
  const meanOf = async (sourcePriority: string[]): Promise<unknown> => {
    await using me = await local({ tz: "UTC", sourcePriority });
    for (const [source, value] of [["Watch", 60], ["Phone", 80]] as const) {
      await me.api.ingest.records("StepCount", [{
        start_time: "2024-03-10T10:00:00Z",
        end_time: "2024-03-10T11:00:00Z",
        value,
        unit: "steps",
        source,
      }]);
    }
    const frame = await me.api.metrics.timeSeries({
      metric: "StepCount",
      samprate: "1d",
      start_time: "2024-03-10T00:00Z",
      end_time: "2024-03-11T00:00Z",
    });
    return frame.getColumn("step_count").toArray()[0];
  };
  assertEquals(await meanOf(["Watch"]), 60);
  assertEquals(await meanOf(["Phone"]), 80);
});

Deno.test("local() copies a folder of an older version before it migrates it", () =>
  inFolder(async (data) => {
    const path = `${data}/lifeframe.sqlite`, older = MIGRATIONS.length - 1;
    const before = new DatabaseSync(path);
    for (const step of MIGRATIONS.slice(0, older)) before.exec(step);
    before.exec(`PRAGMA user_version = ${older}`);
    before.close();
    const versionOf = (path: string): unknown => {
      const database = new DatabaseSync(path, { readOnly: true });
      const version = database.prepare("PRAGMA user_version").get()!["user_version"];
      database.close();
      return version;
    };
    {
      await using me = await local({ data, tz: TZ });
      await putHeartRate(me, 2);
    }
    const name = [...Deno.readDirSync(data)].map(({ name }) => name)
      .find((name) => name.startsWith(`lifeframe.version-${older}-`));
    const copy = `${data}/${name}`;
    assertEquals(versionOf(copy), older);
    assertEquals(versionOf(path), MIGRATIONS.length);
    const kept = (await Deno.stat(copy)).mtime;
    await using again = await local({ data, tz: TZ });
    assertEquals((await again.api.user.totals()).total_records, 2);
    assertEquals((await Deno.stat(copy)).mtime, kept, "nothing is copied when all is up to date");
    const names = [...Deno.readDirSync(data)].map(({ name }) => name);
    assertEquals(names.filter((name) => name.includes("version")).length, 1);
  }));

Deno.test("~ is the home folder of the current user", () =>
  inFolder(async (home) => {
    const run = async (env: Record<string, string>): Promise<string> => {
      const code = `
        import { local } from ${JSON.stringify(new URL("../../mod.ts", import.meta.url).href)};
        await using me = await local({ data: "~/own/health", tz: "UTC" });
        console.log((await me.provenance()).facts.Data);`;
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-check", code],
        cwd: new URL("../../", import.meta.url),
        env: { DENO_DIR: denoDir, ...env },
        clearEnv: true,
      }).output();
      return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    };
    const denoDir = await cacheOfDeno();
    assertStringIncludes(await run({ HOME: home }), "own store in ~/own/health: nothing yet");
    assert((await Deno.stat(`${home}/own/health/lifeframe.sqlite`)).isFile);
    assertStringIncludes(await run({}), "HOME is not set; pass the folder");
  }));

/** Deno's cache folder, which a process without HOME cannot find. */
async function cacheOfDeno(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return (JSON.parse(new TextDecoder().decode(stdout)) as { denoDir: string }).denoDir;
}

Deno.test("local() rejects invalid folders, zones and options, and then creates nothing", () =>
  inFolder(async (folder) => {
    const data = `${folder}/none`;
    await assertRejects(() => local({ data: null as never }), TypeError, "data is null");
    for (const wrong of ["", "  ", 5 as never]) {
      await assertRejects(() => local({ data: wrong }), TypeError, "expected a folder");
    }
    await assertRejects(() => local({ data, tz: "Europe/Berln" }), RangeError, "Europe/Berln");
    await assertRejects(() => local({ data, zone: TZ } as never), TypeError, '"zone"');
    assertEquals([...Deno.readDirSync(folder)], []);
  }));

Deno.test("calls on a closed store are rejected", async () => {
  const me = await local({ tz: TZ });
  await putHeartRate(me, 1);
  await me.close();
  await assertRejects(() => me.api.user.totals());
});
