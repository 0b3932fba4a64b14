import { assert, assertEquals, assertMatch } from "@std/assert";
import { shownCells } from "./shownCells.ts";

/** Sends the signal of the stop button: Jupyter interrupts the process group of the kernel. */
const STOP = "setTimeout(() => Deno.kill(Deno.pid, 'SIGINT'), 200);";

/** A client of a service that never answers. */
const SILENT = `const silent = connect({ baseUrl: "http://localhost", token: "t", tz: "UTC",
  userid: "7f8a0b52-5d0f-4d6a-9c93-0d1c1f0c7c11", fetch: () => new Promise(() => {}) });
const range = { start_time: "2025-01-01", end_time: "2025-01-02" };`;

/** Runs cells in one kernel and returns the text of each. */
async function shown(...sources: string[]): Promise<string[]> {
  return (await shownCells(...sources)).map(({ text }) => text);
}

const INTERRUPTED = "Interrupted: the cell was stopped; all variables are kept";

Deno.test("stop immediately ends a call, a question and a report, and keeps every variable", async () => {
  const cells = await shown(
    `import { connect } from "@lifeframe/lifeframe";
 let kept = 41; ${SILENT}`,
    `${STOP} kept++; await silent.api.metrics.samples({ metric: "HeartRate", ...range }); kept = 0;`,
    `${STOP} silent.api.sleep.cycles(range)`,
    `${STOP} await silent.api.metrics.samples({ metric: "HeartRate", start_time: "2020-01-01", end_time: "2025-01-01" })`,
    `${STOP} await silent.api.ingest.records("StepCount", [{ start_time: "2025-01-01T00:00Z", end_time: "2025-01-01T01:00Z", value: 1 }])`,
    `${STOP} await silent.api.files.upload("/a.txt", "text")`,
    `${STOP} await silent.report(range)`,
    `kept`,
  );
  assertEquals(cells, ["", ...Array(6).fill(INTERRUPTED), "42"]);
});

Deno.test("stop ends an import of a file between two chunks, and sent chunks are complete", async () => {
  const cells = await shown(
    `import { local, read } from "@lifeframe/lifeframe";
     const path = await Deno.makeTempFile({ suffix: ".xml" });
     const file = await Deno.open(path, { write: true }), text = new TextEncoder();
     await file.write(text.encode("<HealthData>"));
     for (let day = 1; day <= 8; day++) {
       const lines = Array.from({ length: 5000 }, (_, i) => {
         const minute = "2024-01-" + String(day).padStart(2, "0") + " " + String(Math.floor(i / 300)).padStart(2, "0") + ":" + String(Math.floor(i / 5) % 60).padStart(2, "0") + ":" + String(i % 5 * 10).padStart(2, "0") + " +0000";
         return '<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="W" unit="count/min" value="60" startDate="' + minute + '" endDate="' + minute + '"/>';
       });
       await file.write(text.encode(lines.join("\\n")));
     }
     await file.write(text.encode("</HealthData>")); file.close();
     const me = await local({ tz: "UTC" }); undefined`,
    `const sizes = []; // of what is sent
     const stopAfterPart = ({ done, total, ended }) => {
       if (done === 0 && total > 0 && !ended) sizes.push(total);
       if (done === 10_000 && ended) Deno.kill(Deno.pid, "SIGINT");
     };
     await me.ingest(path, { onProgress: stopAfterPart })`,
    `const there = await me.api.metrics.samples({ metric: "HeartRate", start_time: "2024-01-01", end_time: "2024-02-01" });
     there.height`,
    `let stops = 0;
     const stopAtPiece = ({ done }) => { if (done > 0 && stops++ === 0) Deno.kill(Deno.pid, "SIGINT"); };
     await read.appleHealth(path, { onProgress: stopAtPiece })`,
    `(await me.ingest(path)).stored`,
    `(await me.api.metrics.samples({ metric: "HeartRate", start_time: "2024-01-01", end_time: "2024-02-01" })).height`,
    `let sum = 0; sizes.some((size) => (sum += size) === there.height)`,
  );
  assertMatch( // after the progress bar
    cells[1]!,
    new RegExp(`${INTERRUPTED}\\. The import is incomplete: [^]*me\\.imports\\.undo\\([^)]+\\)$`),
  );
  const kept = Number(/\d+$/.exec(cells[2]!)?.[0]); // after a progress bar on a busy machine
  assert(kept > 0 && kept < 40_000, `${kept} records are kept`);
  assertEquals(cells[6], "true", "what was sent is stored whole");
  assert(cells[3]!.endsWith(INTERRUPTED), cells[3]);
  assertMatch(cells[4]!, new RegExp(`HeartRate: ${40_000 - kept}\\b`));
  assert(cells[5]!.endsWith("40000"), "the same import again stores nothing twice");
});

Deno.test("stop does not affect calls of earlier cells, other code and watchers", async () => {
  const cells = await shown(
    `import { connect } from "@lifeframe/lifeframe"; ${SILENT}
     let early = "runs";
     silent.api.sleep.cycles(range).catch((error) => early = error.name); undefined`,
    `${STOP} await silent.api.sleep.cycles(range).catch((error) => error.name)`,
    `early`,
    `${STOP} await new Promise((done) => setTimeout(done, 1500)); "done"`,
    `${STOP} const end = Date.now() + 500; while (Date.now() < end); "looped"`,
    `early`,
  );
  assertEquals(cells[1], '"Interrupted"');
  assertEquals(cells[2], '"runs"');
  assertMatch(cells[3]!, /other code runs to its end[^]*"done"$/);
  assertMatch(cells[4]!, /looped/);
  assertEquals(cells[5], '"runs"');
});

Deno.test("stop ends the calls of a cell while a call that an earlier cell did not await runs", async () => {
  const cells = await shown(
    `import { connect } from "@lifeframe/lifeframe"; ${SILENT}
     const busy = connect({ baseUrl: "http://localhost", token: "t", tz: "UTC", userid: "7f8a0b52-5d0f-4d6a-9c93-0d1c1f0c7c11",
       fetch: () => new Promise(() => { setInterval(() => {}, 1); }) });
     busy.report(range).catch(() => {}); undefined`,
    ...Array(5).fill(
      `${STOP} await Promise.race([silent.api.sleep.cycles(range).catch((error) => error.name),
         new Promise((done) => setTimeout(() => done("not stopped"), 3000))])`,
    ),
  );
  for (const cell of cells.slice(1)) assertMatch(cell, /"Interrupted"/); // and the report's progress
});

Deno.test("a promise as the last value can be stopped, whatever code created it", async () => {
  const [first, second] = await shown(
    `import "@lifeframe/lifeframe"; ${STOP} new Promise(() => {})`,
    `"next"`,
  );
  assertEquals([first, second], [INTERRUPTED, '"next"']);
});

Deno.test("stop ends the computation of a cohort, which can still be used", async () => {
  const cells = await shown(
    `import { cohort, series, sleep, writeCohort } from "@lifeframe/lifeframe";
     const folder = await Deno.makeTempDir();
     const people = Array.from({ length: 40 }, (_, i) => ({ person: "p" + i, zone: "UTC" }));
     const samples = people.flatMap(({ person }) => Array.from({ length: 3000 }, (_, i) =>
       ({ person, start_time: new Date(1.7e12 + i * 6e4), end_time: new Date(1.7e12 + i * 6e4 + 6e4), value: i % 7 })));
     await writeCohort(folder, { people, tables: { steps: samples } });
     const all = await cohort(folder); undefined`,
    `${
      STOP.replace("200", "60")
    } await all.table("steps").perPerson(series.resample, { every: "1m" }).collect()`,
    `await all.table("steps").count()`,
    `await all.close?.(); await Deno.remove(folder, { recursive: true })`,
  );
  assert(cells[1]!.endsWith(INTERRUPTED), cells[1]);
  assertEquals(cells[1]!.includes("Stopped:"), false, "it ends within a second");
  assertEquals(cells[2], "120000");
  assert(cells.length === 4);
});

Deno.test("a stop during other code also ends the calls that the cell makes later, and no cell after it", async () => {
  const cells = await shown(
    `import { connect } from "@lifeframe/lifeframe"; ${SILENT} let reached = "no"; undefined`,
    `${STOP} await new Promise((done) => setTimeout(done, 500));
     await silent.api.sleep.cycles(range); reached = "yes";`,
    `${STOP} await new Promise((done) => setTimeout(done, 500)); reached`,
    `{ later: await Promise.race([silent.report(range), new Promise((done) => setTimeout(done, 300, "runs"))]) }`,
    `await Promise.race([silent.report(range), new Promise((done) => setTimeout(done, 300, "runs"))])`,
  );
  assertEquals(cells.slice(1, 3), [INTERRUPTED, '"no"']);
  assert(cells[3]!.startsWith('{ later: "runs" }') && cells[4]!.startsWith('"runs"'), `${cells}`);
});
