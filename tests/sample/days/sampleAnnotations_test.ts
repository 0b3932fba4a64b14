import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { sampleAnnotations } from "../../../src/sample/days/sampleAnnotations.ts";
import { sampleNights } from "../../../src/sample/nights/sampleNights.ts";
import { sampleUntil } from "../../../src/sample/life/sampleUntil.ts";

const { tags, definitions, events } = sampleAnnotations();
const NIGHTS = sampleNights();

const LAST_END = sampleNights().at(-1)!.end;

Deno.test("sampleAnnotations() is determined by its options", () => {
  assertEquals(sampleAnnotations({ seed: 3 }), sampleAnnotations({ seed: 3 }));
  assertNotEquals(sampleAnnotations({ seed: 3 }), sampleAnnotations({ seed: 4 }));
});

Deno.test("sampleAnnotations() with days returns the events of the whole sample that reach into them", () => {
  const from = sampleUntil.epochMilliseconds - 30 * 86_400_000;
  const expected = events.filter(({ start_time, end_time }) =>
    Date.parse(start_time) >= from || (end_time !== undefined && Date.parse(end_time) > from)
  );
  assertEquals(sampleAnnotations({ days: 30 }), { tags, definitions, events: expected });
});

Deno.test("sampleAnnotations() defines an annotation of every type", () => {
  assertEquals([...new Set(definitions.map((each) => each.annotation_type))].sort(), [
    "boolean",
    "duration",
    "moment",
    "numeric",
    "people",
    "scale",
  ]);
  const known = new Set(tags.map(({ id }) => id));
  for (const each of definitions) {
    assert(each.tags.length > 0 && each.tags.every((id) => known.has(id)));
    const measured = !["moment", "people"].includes(each.annotation_type);
    assertEquals(each.measurement_spec !== null, measured);
  }
});

Deno.test("sampleAnnotations() returns events of its definitions within the range", () => {
  const byId = new Map(definitions.map((each) => [each.id, each]));
  const known = new Set(tags.map(({ id }) => id));
  const first = NIGHTS[0]?.start ?? 0;
  assertEquals(new Set(events.map(({ id }) => id)).size, events.length);
  assertEquals(new Set(events.map(({ name }) => name)).size, definitions.length);
  for (const [i, event] of events.entries()) {
    assertEquals(byId.get(event.annotation_id)?.name, event.name);
    assert(event.tags.every((id) => known.has(id)));
    assert(event.start_time >= (events[i - 1]?.start_time ?? ""));
    assert(Date.parse(event.start_time) > first);
    const end = Date.parse(event.end_time ?? event.start_time);
    assert(end <= LAST_END);
    assert(event.end_time === undefined || end > Date.parse(event.start_time));
    const type = byId.get(event.annotation_id)?.annotation_type;
    assertEquals(event.value !== undefined, ["numeric", "scale", "boolean"].includes(type ?? ""));
    if (type === "scale") assert([1, 2, 3, 4, 5].includes(event.value ?? 0));
  }
});

Deno.test("sampleAnnotations() has no events during sleep", () => {
  for (const { name, start_time, end_time = start_time } of events) {
    const [start, end] = [Date.parse(start_time), Date.parse(end_time)];
    const asleep = NIGHTS.some((night) => night.start <= end && start < night.end);
    assert(!asleep, `${name} at ${start_time}`);
  }
});

Deno.test("sampleAnnotations() has more headaches after short nights", () => {
  const nights = NIGHTS.filter(({ nap }) => !nap);
  const headaches = events.filter(({ name }) => name === "Headache");
  const rate = (short: boolean) => {
    const some = nights.filter(({ start, end }) => (end - start < 6.5 * 3_600_000) === short);
    const followed = some.filter(({ end }) =>
      headaches.some(({ start_time }) => {
        const after = Date.parse(start_time) - end;
        return after >= 0 && after < 6 * 3_600_000;
      })
    );
    return followed.length / some.length;
  };
  assert(rate(true) > 1.4 * rate(false), `${rate(true)} and ${rate(false)}`);
});

Deno.test("sampleAnnotations() has every kind in each of the last months", () => {
  const kinds = new Map(definitions.map(({ id, annotation_type }) => [id, annotation_type]));
  for (let month = 1; month <= 6; month++) {
    const from = sampleUntil.epochMilliseconds - month * 30 * 86_400_000;
    const some = events.filter(({ start_time }) =>
      Date.parse(start_time) >= from && Date.parse(start_time) < from + 30 * 86_400_000
    );
    assertEquals(new Set(some.map((event) => kinds.get(event.annotation_id))).size, 6, `${month}`);
  }
});
