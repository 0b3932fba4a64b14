import { assertEquals, assertRejects } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import type { Client } from "../../src/client/client.ts";
import type { GroupPerson } from "../../src/client/groupPeople.ts";
import { type Embedded, embedded } from "../service/embedded.ts";

const DAY = { start_time: "2024-01-01T00:00:00Z", end_time: "2024-01-02T00:00:00Z" };
const TERMS = { time_start: "2023-12-31T00:00:00Z", time_end: "2024-02-01T00:00:00Z" };
const NOW = Temporal.Instant.from("2024-01-20T00:00:00Z");

async function person(here: Embedded, tz?: string): Promise<Client> {
  return connect({
    baseUrl: "http://localhost",
    token: await here.service.issueToken(crypto.randomUUID()),
    fetch: (request) => here.service.fetch(request),
    now: () => NOW,
    ...(tz === undefined ? {} : { tz }),
  });
}

/** Creates a group, its creator, and two participants with a heart rate each. */
async function study(here: Embedded, svc_data_types: string[], tz?: string) {
  const maker = await person(here, tz), people = [await person(here), await person(here)];
  const { group } = await maker.api.groups.create({
    body: { title: "x", svc_data_types, ...TERMS },
  });
  const ids: string[] = [];
  for (const [i, who] of people.entries()) {
    const at = "2024-01-01T12:00:00Z";
    await who.api.ingest.records("HeartRate", [{ start_time: at, value: 60 + i }]);
    ids.push((await who.api.groups.join({ group_id: group.id })).participant_id);
  }
  return { maker, people, ids, group_id: group.id };
}

const read = (people: AsyncIterable<GroupPerson>): Promise<GroupPerson[]> =>
  Array.fromAsync(people);

Deno.test("groups.people() reads each participant's types within the group's times, and metadata", async () => {
  await using here = await embedded();
  const types = ["HeartRate", "SleepStage", "MomentAnnotation", "mobile_workouts"];
  const { maker, ids, group_id } = await study(here, types, "Europe/Berlin");
  const metadata = { zone: "America/New_York", arm: "control", age: 36, notes: ["a"], left: null };
  await maker.api.participants.setMetadata({ group_id, participant_id: ids[1]!, body: metadata });
  const [first, second] = await read(maker.api.groups.people(group_id));
  assertEquals([first!.person, second!.person], ids);
  assertEquals([first!.zone, second!.zone], ["Europe/Berlin", "America/New_York"]);
  assertEquals([first!.about, second!.about], [{}, { arm: "control", age: 36, left: null }]);
  assertEquals(Object.keys(first!.tables), types);
  const values = [first!, second!].map(({ tables }) =>
    tables["HeartRate"]!.getColumn("value").toArray()
  );
  assertEquals(values, [[60], [61]]);
  assertEquals(first!.tables["mobile_workouts"]!.height, 0);
});

Deno.test("groups.people() restricts the data to a range and to types", async () => {
  await using here = await embedded();
  const { maker, group_id } = await study(here, ["HeartRate", "StepCount"], "UTC");
  const range = { start_time: "2024-01-02T00:00:00Z", end_time: "2024-01-03T00:00:00Z" };
  const all = await read(maker.api.groups.people(group_id, { range, types: ["HeartRate"] }));
  assertEquals(all.map(({ tables }) => Object.keys(tables)), [["HeartRate"], ["HeartRate"]]);
  assertEquals(all.map(({ tables }) => tables["HeartRate"]!.height), [0, 0]);
});

Deno.test("groups.people() skips participants who have left, even during the read", async () => {
  await using here = await embedded();
  const { maker, people, ids, group_id } = await study(here, ["HeartRate"], "UTC");
  const seen: string[] = [];
  for await (const { person } of maker.api.groups.people(group_id)) {
    seen.push(person);
    await people[1]!.api.groups.leave({ group_id });
  }
  assertEquals(seen, [ids[0]]);
  assertEquals((await read(maker.api.groups.people(group_id))).length, 1);
});

Deno.test("participants see that the creator of their group has read their data", async () => {
  await using here = await embedded();
  const { maker, people, group_id } = await study(here, ["HeartRate"], "UTC");
  await read(maker.api.groups.people(group_id));
  await new Promise((resolve) => setTimeout(resolve, 400));
  const reads = await people[0]!.api.shares.reads({
    start_time: "2000-01-01T00:00:00Z",
    end_time: "2100-01-01T00:00:00Z",
  });
  assertEquals(
    reads.map(({ svc_userid, data_type }) => [svc_userid, data_type]),
    [[await maker.userid(), "HeartRate"]],
  );
});

Deno.test("groups.people() throws if a zone, a range, a share or a collected type is missing", async () => {
  await using here = await embedded();
  const { maker, people, group_id } = await study(here, ["HeartRate", "Event"]);
  const tz = "UTC", types = ["HeartRate"];
  const cases: [promise: () => Promise<unknown>, message: string][] = [
    [() => read(maker.api.groups.people(group_id, { types })), "Pass tz"],
    [() => read(maker.api.groups.people(group_id, { tz })), "Event has no records of its own"],
    [() => read(maker.api.groups.people(group_id, { tz, types: ["Steps"] })), "does not collect"],
    [() => read(maker.api.groups.people(group_id, { zone: tz } as object)), "zone"],
    [() => read(people[0]!.api.groups.people(group_id, { tz, types })), "not yours"],
    [
      () =>
        read(maker.api.groups.people(group_id, {
          tz,
          types,
          range: { ...DAY, start_time: "2023-12-01T00:00:00Z" },
        })),
      "not shared",
    ],
  ];
  for (const [run, message] of cases) await assertRejects(run, Error, message);
  const { group } = await maker.api.groups.create({ body: { title: "y", svc_data_types: types } });
  await assertRejects(
    () => read(maker.api.groups.people(group.id, { tz })),
    RangeError,
    "has no start",
  );
  assertEquals(await read(maker.api.groups.people(group.id, { tz, range: DAY })), []);
});
