import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { connect, local, type Me, read } from "../../../mod.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import { createService } from "../../../src/service/createService.ts";
import { openStore } from "../../../src/store/openStore.ts";

const RANGE = { start_time: "2024-01-01T00:00Z", end_time: "2025-01-01T00:00Z" };
const steps = (...hours: number[]) =>
  hours.map((hour) => ({ time: `2024-03-30T${String(hour).padStart(2, "0")}:00Z`, value: hour }));
const calendar = (...days: number[]) =>
  new File([
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//test//test//EN",
      "X-WR-CALNAME:work",
      ...days.flatMap((day) => [
        "BEGIN:VEVENT",
        `UID:${day}`,
        "DTSTAMP:20240301T000000Z",
        `DTSTART:2024030${day}T090000Z`,
        `DTEND:2024030${day}T100000Z`,
        `SUMMARY:Day ${day}`,
        "END:VEVENT",
      ]),
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  ], "work.ics");

async function hours(me: Me): Promise<unknown[]> {
  const samples = await me.api.metrics.samples({ metric: "StepCount", ...RANGE });
  return toRows(columnsOf(samples)).map(({ value }) => value);
}

Deno.test("a second import of data or text reports that nothing was new", async () => {
  await using me = await local({ tz: "UTC" });
  const file = { StepCount: steps(8, 9) };
  const first = await me.ingest(file);
  assertEquals([first.stored, first.alreadyThere], [{ StepCount: 2 }, {}]);
  assert(Deno.inspect(first).startsWith("Stored 2 new records; 0 were already there."));
  assertEquals(`${first}`, Deno.inspect(first));
  const second = await me.ingest(file);
  assertEquals([second.stored, second.alreadyThere], [{}, { StepCount: 2 }]);
  const text = Deno.inspect(second);
  assert(text.startsWith("Nothing was new: all 2 records were already there."), text);
  const more = await me.ingest({ StepCount: steps(9, 10) });
  assertEquals([more.stored, more.alreadyThere], [{ StepCount: 1 }, { StepCount: 1 }]);
});

Deno.test("an import reports what it skipped, and why", async () => {
  await using me = await local({ tz: "UTC" });
  const bad = `<HealthData>
   <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" value="420"
     startDate="2024-03-31 12:00:00 +0200" endDate="2024-03-31 12:10:00 +0200"/>
   <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="stone" value="11"
     startDate="2024-03-31 12:00:00 +0200" endDate="2024-03-31 12:00:00 +0200"/></HealthData>`;
  const result = await me.ingest(new File([bad], "export.xml"));
  assertEquals([result.stored, Object.keys(result.left)], [{ StepCount: 1 }, ["Weight"]]);
  const text = Deno.inspect(result);
  assert(text.includes("its unit is stone") && text.includes("me.imports.undo"), text);
  const [listed] = await me.api.imports.list();
  assertEquals([listed!.name, listed!.reader], ["export.xml", "appleHealth"]);
  assertEquals(listed!.report!["left"], result.left);
});

Deno.test("an import can be undone in a later session of a stored folder, without removing other data", async () => {
  const data = await Deno.makeTempDir();
  try {
    {
      await using me = await local({ data, tz: "UTC" });
      const own = await me.api.ingest.records("StepCount", [{
        start_time: "2024-03-30T07:00Z",
        value: 7,
      }]);
      assertEquals(own.records, 1);
      await me.ingest({ StepCount: steps(8, 9) }, { name: "january.csv" });
      await me.ingest({ StepCount: steps(9, 10) }, { name: "february.csv" });
    }
    await using me = await local({ data, tz: "UTC" });
    const [january, february] = await me.api.imports.list();
    assertEquals([january!.name, february!.name], ["january.csv", "february.csv"]);
    assertEquals(await me.api.imports.undo({ import_id: january!.id }), {
      removed: { StepCount: 1 },
      kept: { StepCount: 1 }, // the later import contains it too
    });
    assertEquals(await hours(me), [7, 9, 10]);
    await me.api.imports.undo({ import_id: february!.id });
    assertEquals(await hours(me), [7]);
    await assertRejects(
      () => me.api.imports.undo({ import_id: february!.id }),
      Error,
      "Unknown import",
    );
    assertEquals(await me.api.imports.list(), []);
    const again = await me.ingest({ StepCount: steps(8, 9) });
    assertEquals(again.stored, { StepCount: 2 });
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("events keep their calendar if the import that created it is undone", async () => {
  await using me = await local({ tz: "UTC" });
  const first = await me.ingest(calendar(1));
  assertEquals(first.stored, { calendars: 1, calendar_events: 1 });
  const second = await me.ingest(calendar(1, 2));
  assertEquals([second.stored, second.alreadyThere], [
    { calendar_events: 1 },
    { calendars: 1, calendar_events: 1 },
  ]);
  const undone = await me.api.imports.undo({ import_id: first.import! });
  assertEquals(undone, { removed: {}, kept: { calendars: 1, calendar_events: 1 } });
  const titles = async () =>
    toRows(columnsOf(await me.api.calendars.events(RANGE))).map(({ title }) => title);
  assertEquals(await titles(), ["Day 1", "Day 2"]);
  await me.api.imports.undo({ import_id: second.import! });
  assertEquals(await titles(), []);
  assertEquals((await me.api.calendars.list()).height, 0);
});

Deno.test("data sent directly after an import is your own, and stays if the import is undone", async () => {
  await using me = await local({ tz: "UTC" });
  const result = await me.ingest({ StepCount: steps(8, 9) });
  await me.api.ingest.records("StepCount", read.toRecords(steps(9), { metric: "StepCount" }));
  await me.api.imports.undo({ import_id: result.import! });
  assertEquals(await hours(me), [9]);
});

/** Creates a client of an embedded service whose requests may fail. */
async function withFaults(
  fault: (request: Request) => Response | undefined,
  use: (client: ReturnType<typeof connect>) => Promise<void>,
): Promise<void> {
  const service = createService({ store: openStore() });
  const token = await service.issueToken("00000000-0000-4000-8000-000000000001");
  try {
    await use(connect({
      baseUrl: "http://localhost",
      token,
      tz: "UTC",
      fetch: (request) => Promise.resolve(fault(request) ?? service.fetch(request)),
    }));
  } finally {
    await service.close();
  }
}

Deno.test("a service without imports stores the same records, and the result does not claim more", async () => {
  const none = (request: Request) =>
    new URL(request.url).pathname.startsWith("/ingest/v1/import")
      ? Response.json({ detail: "Not found" }, { status: 404 })
      : undefined;
  await withFaults(none, async (me) => {
    for (let i = 0; i < 2; i++) {
      const result = await me.ingest({ StepCount: steps(8, 9) });
      assertEquals([result.stored, result.alreadyThere, result.import], [
        { StepCount: 2 },
        undefined,
        undefined,
      ]);
      assert(Deno.inspect(result).includes("does not say which"), Deno.inspect(result));
    }
    assertEquals(await hours(me), [8, 9]);
    for (const days of [[1], [1, 2]]) await me.ingest(calendar(...days));
    assertEquals((await me.api.calendars.list()).height, 1);
  });
});

Deno.test("an interrupted import can be undone or repeated; one that stores nothing is not listed", async () => {
  let left = Infinity;
  const breaks = (request: Request) =>
    request.url.includes("/record/") && left-- <= 0
      ? Response.json({ detail: "no" }, { status: 400 })
      : undefined;
  await withFaults(breaks, async (me) => {
    left = 0;
    await assertRejects(() => me.ingest({ StepCount: steps(8, 9) }), Error, "no");
    assertEquals(await me.api.imports.list(), []);
    left = 1;
    await assertRejects(
      () => me.ingest({ StepCount: steps(8, 9) }, { batch: 1 }),
      Error,
      "The import is incomplete",
    );
    const [broken] = await me.api.imports.list();
    assertEquals([broken!.stored, broken!.finished_at], [{ StepCount: 1 }, null]);
    assertMatch(broken!.started_at, /:\d\d\.\d{6}Z$/);
    left = Infinity;
    const again = await me.ingest({ StepCount: steps(8, 9) });
    assertEquals([again.stored, again.alreadyThere], [{ StepCount: 1 }, { StepCount: 1 }]);
    await me.api.imports.undo({ import_id: broken!.id });
    assertEquals(await hours(me), [8, 9]);
  });
});

Deno.test("imports display as a table with name, counts and times", async () => {
  await using me = await local({ tz: "UTC" });
  await me.ingest({ StepCount: steps(8) }, { name: "a.csv" });
  const text = Deno.inspect(await me.api.imports.list());
  for (const part of ["a.csv", "started_at", "StepCount"]) assert(text.includes(part), text);
});
