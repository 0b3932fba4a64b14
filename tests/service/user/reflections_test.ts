import { assert, assertEquals } from "@std/assert";
import type { Reflection } from "../../../src/schema/reflections.ts";
import { embedded } from "../embedded.ts";

const REFLECTION = "/user/v1alpha1/reflection";
const SCHEDULE = {
  cron: "0 8 * * *",
  time_zone: "Europe/Berlin",
  paused: false,
  start_at: null,
  end_at: null,
};

Deno.test("a reflection is created, changed field by field, listed and deleted", async () => {
  await using here = await embedded({ clock: () => "2024-03-30T12:00:00Z" });
  const made = await here.json<Reflection>(`POST ${REFLECTION}`, {
    body: JSON.stringify({ name: "Morning", schedule: SCHEDULE }),
  });
  const { id } = made;
  assertEquals(made, {
    id,
    svc_userid: here.userid,
    name: "Morning",
    description: "",
    schedule: SCHEDULE,
    parent_template_id: null,
    annotations: [],
    data_types: [],
    created_at: "2024-03-30T12:00:00.000000Z",
    updated_at: "2024-03-30T12:00:00.000000Z",
    deleted_at: null,
    next_at: "2024-03-31T06:00:00Z", // 08:00 in Berlin, on the day on which summer time begins
  });
  const changed = await here.json<Reflection>(`PUT ${REFLECTION}/${id}`, {
    body: JSON.stringify({ annotations: ["a"], data_types: [{ name: "HeartRate" }] }),
  });
  assertEquals(changed, {
    ...made,
    annotations: ["a"],
    data_types: [{ name: "HeartRate", resource_id: null }],
  });
  assertEquals(await here.json(`GET ${REFLECTION}/${id}`), changed);
  const response = await here.send(`DELETE ${REFLECTION}/${id}`);
  assertEquals([response.status, await response.text()], [204, ""]);
  const [listed] = await here.json<Reflection[]>(`GET ${REFLECTION}`);
  assertEquals([listed!.deleted_at, listed!.next_at], ["2024-03-30T12:00:00.000000Z", null]);
});

Deno.test("the next run of a schedule reflects a pause, a later start or an end", async () => {
  await using here = await embedded({ clock: () => "2024-01-01T12:00:00Z" });
  const next = async (schedule: Partial<Reflection["schedule"]>) => {
    const body = JSON.stringify({
      name: "x",
      schedule: { ...SCHEDULE, time_zone: "UTC", ...schedule },
    });
    return (await here.json<Reflection>(`POST ${REFLECTION}`, { body })).next_at;
  };
  assertEquals(await next({}), "2024-01-02T08:00:00Z");
  assertEquals(await next({ paused: true }), null);
  assertEquals(await next({ start_at: "2024-02-01T08:00Z" }), "2024-02-01T08:00:00Z");
  assertEquals(await next({ start_at: "2024-02-01T08:00:01Z" }), "2024-02-02T08:00:00Z");
  assertEquals(await next({ end_at: "2024-01-02T08:00:00Z" }), null);
  assertEquals(await next({ end_at: "2024-01-02T08:00:01Z" }), "2024-01-02T08:00:00Z");
  assertEquals(await next({ cron: "0 0 30 2 *" }), null);
  assertEquals(await next({ cron: "@daily" }), "2024-01-02T00:00:00Z");
});

Deno.test("an invalid reflection is rejected with the location of the error", async () => {
  await using here = await embedded();
  const refused = async (change: object) => {
    const body = JSON.stringify({ name: "x", schedule: SCHEDULE, ...change });
    const { detail } = await here.json<{ detail: { loc: string[] }[] }>(`POST ${REFLECTION}`, {
      body,
      status: 422,
    });
    return detail.map(({ loc }) => loc.join(".")).join();
  };
  const schedule = (change: object) => ({ schedule: { ...SCHEDULE, ...change } });
  for (const cron of ["", "61 * * * *", "* * * * * *", "2024-01-01T00:00:00", "a b c d e"]) {
    assertEquals(await refused(schedule({ cron })), "body.schedule.cron");
  }
  assertEquals(await refused(schedule({ time_zone: "+02:00" })), "body.schedule.time_zone");
  assertEquals(await refused(schedule({ paused: undefined })), "body.schedule.paused");
  assertEquals(await refused(schedule({ start_at: "now" })), "body.schedule.start_at");
  assertEquals(
    await refused(schedule({ start_at: "2024-02-01", end_at: "2024-01-01" })),
    "body.schedule.end_at",
  );
  assertEquals(await refused({ name: undefined }), "body.name");
  assertEquals(await refused({ annotations: new Array(51).fill("a") }), "body.annotations");
  const body = JSON.stringify({ name: "x", schedule: SCHEDULE, annotations: Array(50).fill("a") });
  await here.json(`POST ${REFLECTION}`, { body });
});

Deno.test("rescheduling moves reflections with their period of the day and into a time zone", async () => {
  await using here = await embedded();
  const periods = (morning: string, evening: string) => ({
    morning,
    afternoon: "12:00:00",
    evening,
    end_of_day: "22:00:00",
  });
  await here.json("POST /user/v1alpha1/preferences", {
    body: JSON.stringify({ periods_of_day: periods("07:00:00", "18:00:00") }),
  });
  for (const cron of ["0 8 * * 1", "30 19 * * *", "30 0 * * *", "*/5 * * * *"]) {
    const body = JSON.stringify({ name: cron, schedule: { ...SCHEDULE, cron } });
    await here.json(`POST ${REFLECTION}`, { body });
  }
  const moved = await here.json<Reflection[]>(`POST ${REFLECTION}/reschedule`, {
    body: JSON.stringify({
      periods_of_day: periods("06:30:00", "17:15:00"),
      time_zone: "Asia/Tokyo",
    }),
  });
  assertEquals(
    moved.map(({ schedule }) => schedule.cron),
    ["30 6 * * 1", "15 17 * * *", "0 22 * * *", "*/5 * * * *"],
  );
  assert(moved.every(({ schedule }) => schedule.time_zone === "Asia/Tokyo"));
  assertEquals(await here.json(`GET ${REFLECTION}`), moved);
  assertEquals(await here.json(`POST ${REFLECTION}/reschedule`, { body: "{}" }), moved);
  await here.json(`POST ${REFLECTION}/reschedule`, { body: '{"time_zone":"x"}', status: 422 });
});

Deno.test("other users' reflections are not found", async () => {
  await using here = await embedded();
  const body = JSON.stringify({ name: "x", schedule: SCHEDULE });
  const { id } = await here.json<Reflection>(`POST ${REFLECTION}`, { body });
  const token = await here.service.issueToken(crypto.randomUUID());
  assertEquals(await here.json(`GET ${REFLECTION}`, { token }), []);
  for (const method of ["GET", "PUT", "DELETE"]) {
    const change = method === "PUT" ? { body: "{}" } : {};
    await here.json(`${method} ${REFLECTION}/${id}`, { token, status: 404, ...change });
  }
});
