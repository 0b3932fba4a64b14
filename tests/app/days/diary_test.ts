import { assertEquals, assertRejects } from "@std/assert";
import { demo, type Local, local } from "@lifeframe/lifeframe";

const tz = "Europe/Berlin";

/** Opens an empty store at a time. */
function open(at = "2025-03-20T17:00Z"): Promise<Local> {
  return local({
    tz,
    now: () => Temporal.Instant.from(at),
  });
}

const values = (frame: { getColumn(name: string): { toArray(): unknown } }, name: string) =>
  Array.from(frame.getColumn(name).toArray() as ArrayLike<unknown>);

Deno.test("notes are added up by day, scales averaged, and days without a note are 0 while the diary was kept", async () => {
  await using me = await open();
  const at = (day: number, time: string) => `2025-03-${day}T${time}`;
  await me.note("Coffee", { at: at(11, "08:00") });
  await me.note("coffee", { at: at(11, "23:59"), value: 2 });
  await me.note("mood", { at: at(12, "10:00"), value: 4, scale: [1, 10] });
  await me.note("Mood", { at: at(12, "20:00"), value: 7 });
  await me.note("water", { at: at(13, "09:00"), value: 0.5, unit: "l" });
  await me.note(" COFFEE ", { at: at(14, "00:00") });
  const diary = await me.diary({ start_time: "2025-03-10", end_time: "2025-03-16" });
  assertEquals(diary.columns, ["date", "coffee", "mood", "water"]);
  assertEquals(values(diary, "coffee"), [null, 3, 0, 0, 1, null]);
  assertEquals(values(diary, "mood"), [null, null, 5.5, null, null, null]);
  assertEquals(values(diary, "water"), [null, null, null, 0.5, 0, null]);
  const days = await me.daily({ start_time: "2025-03-10", end_time: "2025-03-16" }, {
    own: "diary",
  });
  for (const name of ["coffee", "mood", "water"]) {
    assertEquals(values(days, name), values(diary, name));
  }
  const some = await me.diary("2025-03-11", { names: ["mood", "coffee"] });
  assertEquals(some.columns, ["date", "mood", "coffee"]);
});

Deno.test("a time of day is today's in the zone, and a time in the future is rejected", async () => {
  await using me = await open("2025-03-19T23:30Z"); // 00:30 on the 20th in Berlin
  const { at } = await me.note("tea", { at: "0:15" });
  assertEquals(at.toString(), "2025-03-20T00:15:00+01:00[Europe/Berlin]");
  const other = await me.note("tea", { at: "19:00", tz: "America/New_York" });
  assertEquals(other.at.toInstant().toString(), "2025-03-19T23:00:00Z");
  await assertRejects(() => me.note("tea", { at: "14:30" }), RangeError, "in the future");
  await assertRejects(() => me.note("tea", { at: "25:00" }), RangeError);
});

Deno.test("notes appear among the events with their text, and tags are created once", async () => {
  await using me = await open();
  const note = await me.note("walk", { at: "16:00", text: "by the lake", tags: ["outside"] });
  await me.note("walk", { at: "16:30", tags: ["outside", "sun"] });
  assertEquals(String(note), "walk 1, 2025-03-20 16:00, by the lake, #outside");
  const events = await me.events("2025-03-20");
  assertEquals(values(events, "name"), ["walk", "walk"]);
  assertEquals(values(events, "note"), ["by the lake", null]);
  assertEquals((await me.api.tags.list()).map(({ name }) => name), ["outside", "sun"]);
  await me.note("walk", { at: "16:45" });
  const tagged = (await me.events("2025-03-20")).toRecords();
  assertEquals(tagged.map(({ tags }) => tags), ["outside", "outside, sun", null]);
});

Deno.test("equal notes of one time are stored once, different notes separately", async () => {
  await using me = await open();
  for (let i = 0; i < 2; i++) await me.note("coffee", { at: "14:30" });
  assertEquals(values(await me.diary("2025-03-20"), "coffee"), [1]);
  await me.note("coffee", { at: "14:31" });
  assertEquals(values(await me.diary("2025-03-20"), "coffee"), [2]);
});

Deno.test("a note that contradicts the first one with its name is rejected, and nothing is stored", async () => {
  await using me = await open();
  await me.note("mood", { value: 4, scale: [1, 5] });
  await me.note("coffee");
  await me.note("rice", { value: 80, unit: "g" });
  const wrong: readonly (readonly [string, Parameters<typeof me.note>[1], string])[] = [
    ["mood", { value: 6 }, "takes whole numbers from 1 to 5"],
    ["mood", { value: 2.5 }, "takes whole numbers from 1 to 5"],
    ["mood", {}, "value is missing"],
    ["mood", { value: 3, scale: [1, 10] }, "scale is 1 to 10, but mood has 1 to 5"],
    ["coffee", { value: 3, scale: [1, 10] }, "coffee has no scale"],
    ["coffee", { unit: "ml", value: 3 }, "coffee has no unit"],
    ["rice", { unit: "oz", value: 3 }, "rice is in g"],
    ["rice", {}, "value is missing"],
    ["new", { scale: [5, 1], value: 3 }, "two whole numbers in order"],
    ["new", { scale: [1, 5], unit: "g", value: 3 }, "a scale has no unit"],
    ["new", { value: NaN }, "value is the number NaN"],
    ["new", { tags: "x" as never }, "expected a list of names"],
    ["", {}, "expected a text of 1 to 60 characters"],
  ];
  for (const [name, options, message] of wrong) {
    await assertRejects(() => me.note(name, options), Error, message);
  }
  assertEquals((await me.api.user.totals()).total_records, 3);
  await assertRejects(() => me.diary("2025-03-20", { names: ["cofee"] }), RangeError, '"coffee"');
});

Deno.test("annotations of an app are part of the diary, by the rule of their kind", async () => {
  const me = await demo({ days: 12 });
  const when = me.range.lastDays(10);
  const diary = await me.diary(when, { tz });
  const events = await me.events(when, { tz });
  const names = values(events, "name");
  const count = (name: string) => names.filter((one) => one === name).length;
  const total = (name: string) =>
    values(diary, name).reduce((sum: number, value) => sum + ((value as number | null) ?? 0), 0);
  assertEquals(total("coffee"), count("Coffee"));
  const span = (await me.diary(when, { tz, names: ["Mood"] })).getColumn("mood");
  assertEquals(Array.from(span.toArray()), values(diary, "mood"));
  for (const value of values(diary, "mood")) {
    assertEquals(value === null || (value as number) >= 1 && (value as number) <= 5, true);
  }
});

Deno.test("correlate uses the diary", async () => {
  const me = await demo({ days: 40 });
  const found = await me.correlate(me.range.lastDays(35), {
    ...{ own: "diary", metrics: ["StepCount"], x: "coffee", y: "step_count", tz },
  });
  const own = await me.correlate(me.range.lastDays(35), {
    own: await me.diary(me.range.lastDays(35), { tz }),
    ...{ metrics: ["StepCount"], x: "coffee", y: "step_count", tz },
  });
  assertEquals(values(found, "r"), values(own, "r"));
  await assertRejects(
    async () =>
      await me.daily(me.range.lastDays(3), { own: "diary", userid: await me.userid(), tz }),
    TypeError,
    "which is yours",
  );
});
