import { assert, assertEquals, assertRejects } from "@std/assert";
import { connect, ForbiddenError, local, type Me, mirror } from "../../../mod.ts";
import { createService } from "../../../src/service/createService.ts";
import type { Service } from "../../../src/service/service.ts";
import { openStore } from "../../../src/store/openStore.ts";
import { answerOf, everyQuestion, type Question } from "./everyAnswer.ts";
import type { MetricName } from "../../../src/api/fields/metricTable.ts";

const TZ = "Europe/Berlin";
const quiet = { onProgress: () => {} };
const JANUARY = { start_time: "2025-01-01T00:00:00Z", end_time: "2025-02-01T00:00:00Z" };

interface People {
  readonly service: Service;
  readonly me: Me;
  readonly friend: Me;
  readonly asked: string[];
  readonly data: string;
}

/** Creates two users of a service; the second shares with the first. */
async function withPeople(work: (people: People) => Promise<void>): Promise<void> {
  const data = await Deno.makeTempDir(), service = createService({ store: openStore() });
  const asked: string[] = [];
  const clientOf = async (user: string, log?: string[]): Promise<Me> =>
    connect({
      baseUrl: "http://localhost",
      token: await service.issueToken(user),
      tz: TZ,
      ...quiet,
      fetch: (request) => {
        log?.push(`${request.method} ${new URL(request.url).pathname}`);
        return service.fetch(request);
      },
    });
  const me = await clientOf(crypto.randomUUID(), asked),
    friend = await clientOf(crypto.randomUUID());
  try {
    await me.api.ingest.records("HeartRate", days(60));
    for (const type of ["HeartRate", "StepCount"]) {
      await friend.api.ingest.records(type, days(70, type === "StepCount"));
    }
    await work({ service, me, friend, asked, data });
  } finally {
    await service.close();
    await Deno.remove(data, { recursive: true });
  }
}

/** One record per day from December to February. */
function days(value: number, isSpan = false): Record<string, unknown>[] {
  const first = Temporal.Instant.from("2024-12-15T10:00:00Z");
  return Array.from({ length: 60 }, (_, i) => {
    const at = first.add({ hours: 24 * i });
    return {
      start_time: `${at}`,
      ...isSpan ? { end_time: `${at.add({ minutes: 30 })}` } : {},
      value: value + i,
      source: "Watch",
    };
  });
}

async function assertSame(there: Me, here: Me, questions: readonly Question[]): Promise<void> {
  assert(questions.length > 10);
  for (const question of questions) {
    assertEquals(
      await answerOf(here, question),
      await answerOf(there, question),
      `${question.noun}.${question.operation}(${JSON.stringify(question.args)})`,
    );
  }
}

const share = async (friend: Me, me: Me, body: object) =>
  (await friend.api.shares.create({
    body: {
      datashare_name: "For Kim",
      svc_user_name: "Ada",
      permissions: [{ allowed_svc_userid: await me.userid() }],
      ...body,
    },
  })).datashare;

Deno.test("a mirror only contains shared data within the time of the share", () =>
  withPeople(async ({ me, friend, data }) => {
    const annotation = await friend.api.annotations.create({
      body: { annotation_type: "moment", name: "Tea", description: "", tags: [] },
    });
    await friend.api.ingest.records(
      `MomentAnnotation/${annotation.id}`,
      days(0).map((day) => ({
        start_time: (day as { start_time: string }).start_time,
      })),
    );
    await friend.api.files.upload("/walks/one.txt", "north");
    await share(friend, me, {
      ...{ time_start: JANUARY.start_time, time_end: JANUARY.end_time },
      svc_data_types: ["HeartRate", "MomentAnnotation"],
    });
    await share(friend, me, { svc_data_types: ["file:/walks/"] });
    const owner = await friend.userid();
    await (await mirror(me, { data, tz: TZ, ...quiet })).close();
    await using copy = await local({ data, tz: TZ });
    const questions = await everyQuestion(me, { ...JANUARY, owner });
    await assertSame(me, copy, [
      ...questions,
      { noun: "shares", operation: "datasets", args: {} },
      { noun: "catalog", operation: "list", args: {} },
      { noun: "files", operation: "list", args: { svc_userid: owner } },
      {
        noun: "metrics",
        operation: "samples",
        args: { metric: "StepCount", ...JANUARY, svc_userid: owner },
      },
    ]);
    const [file] = (await copy.api.files.list({ svc_userid: owner })).files!;
    const content = await copy.api.files.download({ input_id: file!.id, svc_userid: owner });
    assertEquals(new TextDecoder().decode(content), "north");
    const store = openStore({ path: `${data}/lifeframe.sqlite` });
    const held = await store.changes.holdings(owner, { start: 0n, end: 4_000_000_000_000_000n });
    await store.close();
    assertEquals(
      held.map(({ dataType, count }) => [dataType, count]),
      [["HeartRate", 31], [`MomentAnnotation/${annotation.id}`, 31]],
    );
  }));

Deno.test("me.compareWith() gives the same answer from a mirror as from the service", () =>
  withPeople(async ({ me, friend, data }) => {
    await share(friend, me, { share_all_data: true });
    await using copy = await mirror(me, { data, tz: TZ, ...quiet });
    const owner = await friend.userid();
    const ask = async (me: Me) =>
      (await me.compareWith(owner, "HeartRate", JANUARY, { every: "1d" }))
        .toRecords();
    const rows = await ask(me);
    assert(rows.length === 31 || rows.length === 32, `${rows.length} rows`);
    assertEquals(await ask(copy), rows);
  }));

Deno.test("a mirror follows records that others add and delete, and shares that they extend and end", () =>
  withPeople(async ({ me, friend, asked, data }) => {
    const { id } = await share(friend, me, { svc_data_types: ["HeartRate"] });
    const owner = await friend.userid();
    const count = async (copy: Me, metric: MetricName): Promise<number> =>
      (await copy.api.metrics.samples({ metric, ...JANUARY, svc_userid: owner }, { piece: false }))
        .height;
    const update = () => mirror(me, { data, tz: TZ, ...quiet });
    {
      await using copy = await update();
      assertEquals(await count(copy, "HeartRate"), 31);
      await assertRejects(() => count(copy, "StepCount"), ForbiddenError);
    }
    asked.length = 0;
    await using _same = await update();
    assertEquals(asked, [
      "GET /data/v1/updates",
      "GET /data/v1/updates",
      "GET /data/v1alpha1/data_available",
    ], "its own updates, the friend's, and how many records the friend has");
    const added = crypto.randomUUID();
    await friend.api.ingest.records("HeartRate", [
      { id: added, start_time: "2025-01-05T11:11:00Z", value: 99 },
    ]);
    {
      await using copy = await update();
      assertEquals(await count(copy, "HeartRate"), 32);
    }
    await friend.api.ingest.records("DeletedRecord", [{
      deleted_id: added,
      deleted_type: "HeartRate",
    }]);
    await friend.api.shares.update({
      datashare_id: id,
      body: { svc_data_types: ["HeartRate", "StepCount"] },
    });
    {
      await using copy = await update();
      assertEquals([await count(copy, "HeartRate"), await count(copy, "StepCount")], [31, 31]);
    }
    await friend.api.shares.update({ datashare_id: id, body: { svc_data_types: ["StepCount"] } });
    {
      await using copy = await update();
      await assertRejects(() => count(copy, "HeartRate"), ForbiddenError);
    }
    await friend.api.shares.delete({ datashare_id: id });
    await using copy = await update();
    await assertRejects(() => count(copy, "StepCount"), ForbiddenError);
    assertEquals(await copy.api.shares.datasets(), []);
    await copy.close();
    const store = openStore({ path: `${data}/lifeframe.sqlite` });
    assertEquals((await store.totals(owner)).records, 0, "nothing of the friend's is kept");
    await store.close();
  }));
