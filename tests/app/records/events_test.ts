import { assertEquals, assertRejects } from "@std/assert";
import { demo } from "../../../mod.ts";

const me = await demo({ days: 10 });
const range = me.range.lastDays(5);

Deno.test("events() of a type equal the events of the interface", async () => {
  const { start_time, end_time } = range;
  const asked = { data_type: "MomentAnnotation", start_time, end_time };
  const theirs = await me.api.events.list(asked);
  assertEquals((await me.events("MomentAnnotation", { days: 5 })).frameEqual(theirs), true);
  assertEquals(theirs.height > 0, true);
});

Deno.test("events() without a type returns all events in chronological order", async () => {
  const all = await me.events({ days: 5 });
  const times = all.getColumn("recorded_at").toArray().map(Number);
  assertEquals(times, times.toSorted((a, b) => a - b));
  assertEquals(all.height >= (await me.events("MomentAnnotation", { days: 5 })).height, true);
  assertEquals((await me.events("2025-03-20")).columns, all.columns);
});

Deno.test("events() of an unknown type throws", async () => {
  await assertRejects(() => me.events("NoSuchType", "2025-03-20"), Error, "NoSuchType");
});

Deno.test("events() never mixes another person's events with the client's", async () => {
  const userid = "00000000-0000-4000-8000-000000000099";
  await assertRejects(() => me.events("MomentAnnotation", { days: 5 }, { userid }), Error);
  assertEquals((await me.events({ days: 5 }, { userid })).height, 0);
  await assertRejects(() => me.events({ days: 5 }, { userid: "me" }), TypeError, "a UUID");
});
