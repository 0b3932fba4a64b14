import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { inFolder } from "../../helpers/inFolder.ts";
import { connect, ForbiddenError, local, type Me, mirror, type Progress } from "../../../mod.ts";
import { ingestSample } from "../../../src/app/sample/ingestSample.ts";
import { sampleUntil } from "../../../src/sample/life/sampleUntil.ts";
import { createService } from "../../../src/service/createService.ts";
import type { Service } from "../../../src/service/service.ts";
import { openStore } from "../../../src/store/openStore.ts";
import { ALL_CASES, emptyService, subject, WORDS } from "../../contract/subject.ts";
import { runCases } from "../../contract/runCases.ts";
import { answerOf, everyQuestion, plain, type Question, unasked } from "./everyAnswer.ts";

const TZ = "Europe/Berlin";
const quiet = { onProgress: () => {} };

/** Creates a client of a service in this process that records the requested paths. */
async function clientOf(
  service: Service,
  { names, user }: { names?: Record<string, string>; user?: string } = {},
): Promise<{ me: Me; asked: string[] }> {
  const asked: string[] = [];
  const me = connect({
    baseUrl: "http://localhost",
    token: await service.issueToken(user ?? await service.owner()),
    tz: TZ,
    ...names && { names, userClaim: `${names["svc"]}_userid` },
    onProgress: () => {},
    fetch: (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return service.fetch(request);
    },
  });
  return { me, asked };
}

/** Data that the cases have deleted by their end: a tag, a share, and a group with a friend. */
async function addMore(me: Me, friend: Me): Promise<void> {
  await me.api.tags.create({ body: { name: "travel" } });
  const { group: pool } = await me.api.groups.create({
    body: { title: "Walkers", is_public: true, svc_data_types: [] },
  });
  await me.api.groups.join({ group_id: pool.id });
  await friend.api.groups.join({ group_id: pool.id });
  await me.api.shares.create({
    body: {
      datashare_name: "For a friend",
      svc_user_name: "Kim",
      svc_data_types: ["HeartRate"],
      permissions: [{ allowed_svc_userid: await friend.userid() }],
      group_permissions: [{ allowed_group_id: pool.id }],
    },
  });
  await me.api.files.upload("/notes/today.md", "hello");
  await me.api.files.upload("/notes/today.md", "hello again");
  const weights = [{ time: "2025-03-18T08:00:00Z", value: 72, unit: "kg", source: "Scale" }];
  for (let time = 0; time < 2; time++) await me.ingest({ Weight: weights }, quiet);
  const counts = (await me.imports.list()).map((
    { stored, already_there },
  ) => [stored, already_there]);
  assertEquals(counts, [[{ Weight: 1 }, {}], [{}, { Weight: 1 }]]);
}

/** Asserts that two clients give the same answers to every call. */
async function assertSame(
  there: Me,
  here: Me,
  range: { start_time: string; end_time: string; owner?: string },
): Promise<readonly Question[]> {
  const questions = await everyQuestion(there, range);
  for (const question of questions) {
    const { noun, operation, args } = question;
    const [expected, actual] = await Promise.all([
      answerOf(there, question),
      answerOf(here, question),
    ]);
    assertEquals(actual, expected, `${noun}.${operation}(${JSON.stringify(args)})`);
  }
  return questions;
}

Deno.test("a mirror answers every reading method like the service, even when the service is gone", () =>
  inFolder(async (data) => {
    const service = emptyService(WORDS);
    await runCases(await subject(service, WORDS), ALL_CASES);
    const { me } = await clientOf(service, { names: WORDS });
    const { me: friend } = await clientOf(service, { names: WORDS, user: crypto.randomUUID() });
    await addMore(me, friend);
    {
      await using copy = await mirror(me, { data, tz: TZ, ...quiet });
      assert(copy.mirrored.length > 5, "several types were copied");
    }
    await using copy = await local({ data, tz: TZ });
    const range = { start_time: "2024-01-01T00:00:00Z", end_time: "2024-02-01T00:00:00Z" };
    const questions = await assertSame(me, copy, range);
    assertEquals(unasked(questions), []);
    assert(questions.length > 100, `${questions.length} questions were asked`);
    await service.close();
  }));

/** Creates a service with a few days of the sample, and a client that records its requests. */
async function sampleService(
  clock: () => Temporal.Instant = () => Temporal.Now.instant(),
): Promise<{ service: Service; me: Me; asked: string[] }> {
  const service = createService({
    store: openStore({ clock }),
    clock: () => Temporal.Now.instant(),
  });
  const { me, asked } = await clientOf(service);
  await ingestSample(me, { days: 3, onProgress: () => {} });
  asked.length = 0;
  return { service, me, asked };
}

const UPDATES = "GET /data/v1/updates";
const DAYS = { start_time: "2025-03-17T00:00+01:00", end_time: "2025-03-21T00:00+01:00" };

Deno.test("a mirror answers questions like the service", () =>
  inFolder(async (data) => {
    const { service, me } = await sampleService();
    const now = () => sampleUntil;
    await using copy = await mirror(me, { data, tz: TZ, now, ...quiet });
    const there = connect({
      baseUrl: "http://localhost",
      token: await service.issueToken(await me.userid()),
      fetch: service.fetch,
      tz: TZ,
      now,
    });
    const metrics = ["StepCount", "HeartRate"] as const;
    const ask = async (me: Me) => [
      (await me.lastNight()).facts,
      (await me.day("2025-03-20")).facts,
      (await me.daily(DAYS, { metrics })).toRecords(),
      (await me.totals("StepCount", DAYS)).total,
      (await me.workouts(DAYS, { by: "activity" })).toRecords(),
      (await me.workoutDays(DAYS, { metrics })).toRecords(),
    ];
    const [expected, actual] = [await ask(there), await ask(copy)];
    assert(expected[0] !== null);
    const text = (answers: unknown) => JSON.stringify(plain(answers), null, 1);
    assertEquals(text(actual), text(expected));
    await service.close();
  }));

Deno.test("an up-to-date mirror only requests the updates", () =>
  inFolder(async (data) => {
    const { service, me, asked } = await sampleService();
    await (await mirror(me, { data, ...quiet })).close();
    asked.length = 0;
    const again = await mirror(me, { data, ...quiet });
    assertEquals(asked, [UPDATES]);
    assertEquals(again.mirrored, []);
    await again.close();
    await service.close();
  }));

Deno.test("a mirror follows added, changed, moved and deleted records with few requests", () =>
  inFolder(async (data) => {
    const { service, me, asked } = await sampleService();
    await (await mirror(me, { data, ...quiet })).close();
    const [id, moved, gone] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
    const at = (day: string, value: number, id?: string) => ({
      start_time: `${day}T10:00:00Z`,
      value,
      ...id === undefined ? {} : { id },
    });
    await me.api.ingest.records("HeartRate", [
      at("2025-03-20", 60, id),
      at("2025-03-19", 61, moved),
      at("2012-01-01", 62, gone),
    ]);
    const tag = await me.api.tags.create({ body: { name: "new" } });
    let copy = await mirror(me, { data, ...quiet });
    assertEquals(copy.mirrored, [{ data_type: "HeartRate", added: 3, changed: 0, deleted: 0 }]);
    assertEquals((await copy.api.tags.get({ tag_id: tag.id })).name, "new");
    await copy.close();

    await me.api.ingest.records("HeartRate", [
      at("2025-03-20", 99, id),
      at("2010-05-05", 61, moved),
    ]);
    await me.api.ingest.records("DeletedRecord", [{ deleted_id: gone, deleted_type: "HeartRate" }]);
    await me.api.tags.delete({ tag_id: tag.id });
    asked.length = 0;
    copy = await mirror(me, { data, ...quiet });
    const [row] = copy.mirrored;
    assertEquals([row?.data_type, copy.mirrored.length], ["HeartRate", 1]);
    assert(!asked.some((path) => path.includes("location")), "nothing else was read");
    await assertSame(me, copy, { ...DAYS });
    const samples = await copy.api.metrics.samples({
      metric: "HeartRate",
      start_time: "2010-01-01T00:00Z",
      end_time: "2013-01-01T00:00Z",
    }, { piece: false });
    assertEquals(samples.getColumn("uuid").toArray(), [moved!]);
    await copy.close();
    await service.close();
  }));

Deno.test("a mirror follows a deleted record if nothing else has changed", () =>
  inFolder(async (data) => {
    const service = emptyService({}), { me } = await clientOf(service);
    const [kept, gone] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
    const times = ["2025-03-20T10:00:00Z", "2012-01-01T10:00:00Z"];
    await me.api.ingest.records(
      "HeartRate",
      [kept, gone].map((id, i) => ({ id, start_time: times[i], value: 60 })),
    );
    await (await mirror(me, { data, ...quiet })).close();
    await me.api.ingest.records("DeletedRecord", [{ deleted_id: gone, deleted_type: "HeartRate" }]);
    const copy = await mirror(me, { data, ...quiet });
    assertEquals(copy.mirrored, [{ data_type: "HeartRate", added: 0, changed: 0, deleted: 1 }]);
    const all = { start_time: "2010-01-01T00:00Z", end_time: "2026-01-01T00:00Z" };
    const samples = await copy.api.metrics.samples({ metric: "HeartRate", ...all }, {
      piece: false,
    });
    assertEquals(samples.getColumn("uuid").toArray(), [kept!]);
    await copy.close();
    await service.close();
  }));

Deno.test("records that are sent again unchanged only cost reading their own interval", () =>
  inFolder(async (data) => {
    let hours = 1; // data processed an hour ago is not requested again
    const { service, me } = await sampleService(() => Temporal.Now.instant().subtract({ hours }));
    await (await mirror(me, { data, ...quiet })).close();
    hours = 0;
    const day = { start_time: "2025-03-19T00:00Z", end_time: "2025-03-20T00:00Z" };
    const samples = await me.api.metrics.samples({ metric: "HeartRate", ...day });
    await me.api.ingest.records(
      "HeartRate",
      samples.toRecords().map(({ uuid, start_date, value, source }) => ({
        id: uuid,
        start_time: (start_date as unknown as Date).toISOString(),
        value,
        source: { name: source, sourceBundleIdentifier: "com.example.wrist" },
      })),
    );
    const read: number[] = [];
    const copy = await mirror(me, { data, onProgress: ({ done }) => read.push(done) });
    const all = (await me.api.metrics.samples({ metric: "HeartRate", ...DAYS })).height;
    assert(Math.max(...read) >= samples.height, "the day was read");
    assert(
      Math.max(...read) <= samples.height + 5 && samples.height < all / 2,
      `${read} of ${all}`,
    );
    await assertSame(me, copy, DAYS);
    await copy.close();
    await service.close();
  }));

Deno.test("a mirror follows data types, annotations and preferences", () =>
  inFolder(async (data) => {
    const { service, me } = await sampleService();
    const type = await me.api.catalog.define({
      base_type: "Metric",
      body: {
        name: "Mood",
        description: "How it was.",
        record_spec: {
          scale: { min: 1, max: 5 },
          schema: JSON.stringify({ type: "object", properties: { why: { type: "string" } } }),
        },
      },
    });
    await me.api.ingest.records(type.id, [{
      start_time: "2025-03-20T10:00Z",
      value: 4,
      why: "sun",
    }]);
    await (await mirror(me, { data, ...quiet })).close();
    await me.api.catalog.archive({
      base_type: "Metric",
      type_id: type.id.split("/")[1]!,
      body: { deprecated: true },
    });
    const [annotation] = await me.api.annotations.list();
    await me.api.annotations.delete({ annotation_id: annotation!.id });
    await me.api.user.setPreferences({ body: { timezone: "Asia/Tokyo" } });
    await using copy = await mirror(me, { data, ...quiet });
    assertEquals((await copy.api.user.preferences()).timezone, "Asia/Tokyo");
    await assertSame(me, copy, DAYS);
    await service.close();
  }));

Deno.test("an aborted mirror resumes where it stopped", () =>
  inFolder(async (data) => {
    const { service, me, asked } = await sampleService();
    const stop = new AbortController();
    const onProgress = ({ done }: Progress) => done > 500 && stop.abort(new Error("enough"));
    await assertRejects(
      () => mirror(me, { data, onProgress, signal: stop.signal }),
      Error,
      "enough",
    );
    const samplesRead = (): string[] => asked.filter((path) => path.includes("location_updates"));
    asked.length = 0;
    const store = openStore({ path: `${data}/lifeframe.sqlite` });
    const { records } = await store.totals(await me.userid());
    await store.close();
    assert(records > 0, "what was read by then is kept");
    await using copy = await mirror(me, { data, ...quiet });
    assert(samplesRead().length > 0);
    const again = copy.mirrored.reduce((sum, { added }) => sum + added, 0);
    assertEquals(again + records, (await me.api.user.totals()).total_records);
    await service.close();
  }));

Deno.test("a mirror is read-only, and its error names the service to write to", () =>
  inFolder(async (data) => {
    const { service, me } = await sampleService();
    await (await mirror(me, { data, ...quiet })).close();
    await using copy = await local({ data });
    const error = await assertRejects(
      () => copy.api.tags.create({ body: { name: "x" } }),
      ForbiddenError,
    );
    assertStringIncludes(error.message, "This is a mirror of http://localhost. Write there");
    await service.close();
  }));

Deno.test("a mirror rejects a folder with other data or of another service", () =>
  inFolder(async (data) => {
    const { service, me } = await sampleService();
    {
      await using own = await local({ data: `${data}/own` });
      await own.api.tags.create({ body: { name: "mine" } });
    }
    await assertRejects(
      () => mirror(me, { data: `${data}/own`, ...quiet }),
      RangeError,
      "the folder contains other data",
    );
    await (await mirror(me, { data: `${data}/copy`, ...quiet })).close();
    const other = connect({
      baseUrl: "http://127.0.0.1",
      token: await service.issueToken(await me.userid()),
      fetch: service.fetch,
    });
    await assertRejects(
      () => mirror(other, { data: `${data}/copy`, ...quiet }),
      RangeError,
      "the folder is a mirror of http://localhost, not of http://127.0.0.1",
    );
    await service.close();
  }));

Deno.test("no token of the service is stored in the folder", () =>
  inFolder(async (data) => {
    const service = createService({ store: openStore() });
    const token = await service.issueToken(crypto.randomUUID());
    const me = connect({ baseUrl: "http://localhost", token, fetch: service.fetch });
    const session = await me.api.sessions.create({ body: { session_name: "script", state: "x" } });
    await (await mirror(me, { data, ...quiet })).close();
    for await (const { name } of Deno.readDir(data)) {
      const text = new TextDecoder("latin1").decode(await Deno.readFile(`${data}/${name}`));
      assert(!text.includes(token) && !text.includes(session.token), name);
    }
    await service.close();
  }));

Deno.test("mirror() rejects a value that is not a client", async () => {
  await assertRejects(() => mirror({} as Me), TypeError, "the first argument is not a client");
});
