import { assert, assertEquals, assertRejects } from "@std/assert";
import { demo, sleep } from "../../mod.ts";
import { demoCohort } from "../../src/app/demoCohort.ts";

const nights = 14;
const people = await demoCohort({ people: 64, nights });
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the mean hours asleep of a person's nights. */
function asleep({ tables, zone }: typeof people[number]): number {
  const found = sleep.nightly(tables.stages, { tz: zone, statistics: ["TST"] }).toRecords();
  return mean(found.flatMap(({ TST }) => typeof TST === "number" ? [TST / 60] : []));
}

Deno.test("people of a sample cohort sleep at night in their own zone", () => {
  for (const { person, zone, tables } of people.slice(0, 16)) {
    const hours = tables.stages.map(({ start_time }) =>
      start_time.toTemporalInstant().toZonedDateTimeISO(zone).hour
    );
    const inNight = hours.filter((hour) => hour >= 21 || hour < 12).length / hours.length;
    assert(inNight > 0.85, `person ${person} in ${zone}: ${inNight}`);
  }
  assertEquals(new Set(people.map(({ zone }) => zone)).size, 8);
});

Deno.test("older people of a sample cohort sleep less", () => {
  const young = people.filter(({ about }) => about.age < 35).map(asleep);
  const old = people.filter(({ about }) => about.age > 65).map(asleep);
  assert(mean(young) - mean(old) > 0.5, `${mean(young)} and ${mean(old)} hours`);
});

Deno.test("a person of a sample cohort does not depend on the number of people", async () => {
  assertEquals(await demoCohort({ people: 2, nights }), people.slice(0, 2));
  const other = await demoCohort({ people: 2, nights, seed: 2 });
  assert(other[0]!.tables.stages[0]!.start_time > new Date(0));
  assert(
    String(other[0]!.tables.heart_rate[0]!.bpm) !== String(people[0]!.tables.heart_rate[0]!.bpm),
  );
});

Deno.test("stages of a sample cohort do not overlap, and every person has every night", async () => {
  const me = await demo({ days: nights + 2 });
  const original = await me.stages(me.range.lastNights(nights), { sourcePriority: ["Wrist"] });
  for (const { tables: { stages } } of people) {
    assertEquals(stages.length, original.height);
    for (const [i, { start_time, end_time }] of stages.entries()) {
      assert(start_time < end_time);
      assert(i === 0 || stages[i - 1]!.end_time <= start_time, `${i}`);
    }
  }
});

Deno.test("demoCohort() checks its options", async () => {
  await assertRejects(() => demoCohort({ person: 3 } as never), TypeError, "people");
  await assertRejects(() => demoCohort({ people: 0 }), RangeError, "people is 0");
  await assertRejects(() => demoCohort({ nights: 481 }), RangeError, "from 1 to 480");
});
