import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { connect, demo, local } from "../../mod.ts";
import { type DisplayBundle, JUPYTER_DISPLAY } from "../../src/display/displayable.ts";

/** Output of a notebook cell. */
const cell = (value: unknown): Promise<DisplayBundle> =>
  (value as { [JUPYTER_DISPLAY](): Promise<DisplayBundle> })[JUPYTER_DISPLAY]();

Deno.test("a client in a cell shows user, zone, sources, days and questions in ten lines", async () => {
  const me = await demo({ days: 10 });
  const { "text/plain": text, "text/html": html } = await cell(me);
  const lines = text.split("\n");
  assert(lines.length <= 10, text);
  assert(lines.every((line) => line.length <= 80), text);
  for (
    const part of [
      "sample: real nights by niplav",
      "00000000-0000-4000-8000-000000000001",
      "Europe/Berlin, metric units",
      "Wrist, Mattress, Phone",
      "to 2025-03-21",
      "lastNight, nightly, day, daily",
      "me.api.metrics, me.api.sleep, me.api.events and 22 more nouns",
    ]
  ) {
    assertStringIncludes(text.replaceAll(/\s+/g, " "), part);
    assertStringIncludes(html, part);
  }
  for (const shown of [text, html]) assert(!shown.includes("localhost"), shown);
  assertStringIncludes(Deno.inspect(me), "lastNight, nightly");
});

Deno.test("a client of a local store shows that it is empty, then its contents", async () => {
  await using me = await local({ tz: "Asia/Tokyo", units: "imperial" });
  const before = (await cell(me))["text/plain"];
  for (const part of ["own store in memory", "Asia/Tokyo, imperial units", "no data yet"]) {
    assertStringIncludes(before, part);
  }
  await me.api.ingest.records("HeartRate", [
    { start_time: "2024-01-01T20:00Z", value: 60, unit: "bpm", source: "Watch" },
    { start_time: "2024-01-03T20:00Z", value: 61, unit: "bpm", source: "Watch" },
  ]);
  const after = (await cell(me))["text/plain"];
  assertStringIncludes(after, "2024-01-02 to 2024-01-04 (3), 1 kind of data"); // in Tokyo
  assertStringIncludes(after, "Watch");
  await me.api.ingest.record({
    data_type: "Weight",
    body: { start_time: "2024-01-02T20:00Z", value: 154, unit: "lb" },
  });
  assertStringIncludes((await cell(me))["text/plain"], "(3), 2 kinds of data");
});

Deno.test("a client displays itself even if its service is unreachable, and never shows its token", async () => {
  const me = connect({
    baseUrl: "https://service.test",
    token: "a-secret-token",
    retry: { limit: 0 },
    fetch: () => Promise.reject(new TypeError("no network")),
  });
  for (const text of [(await cell(me))["text/plain"], Deno.inspect(me)]) {
    assertStringIncludes(text, "https://service.test");
    assertStringIncludes(text, "none: pass tz, metric units");
    assert(!text.includes("secret"), text);
  }
});

Deno.test("a client in a cell wraps its lines at 80 columns and not earlier", async () => {
  const name = (length: number): string => "s".repeat(length);
  const source = (length: number) => ({ name: name(length), vendor_id: "a", type: "x" });
  const lines = async (...lengths: (number | null)[]): Promise<string[]> => {
    const sources = lengths.map((length) =>
      length === null ? { name: null, vendor_id: "a" } : source(length)
    );
    const me = connect({
      baseUrl: "https://service.test",
      token: "a-token",
      tz: "UTC",
      retry: { limit: 0 },
      fetch: (request) =>
        new URL(request.url).pathname.includes("source")
          ? Response.json(sources)
          : Response.json({ detail: "no" }, { status: 404 }),
    });
    const all = (await cell(me))["text/plain"].split("\n");
    const first = all.findIndex((line) => line.startsWith("sources"));
    return first < 0 ? [] : all.slice(first, all.findIndex((line) => line.startsWith("questions")));
  };
  const start = "sources".padEnd("questions".length + 2), inset = " ".repeat(start.length);
  const rest = 80 - start.length - "aaaa, ".length;
  assertEquals(await lines(4, rest), [`${start}ssss, ${name(rest)}`]);
  assertEquals((await lines(4, rest))[0]!.length, 80);
  assertEquals(await lines(4, rest + 1), [`${start}ssss,`, inset + name(rest + 1)]);
  assertEquals(await lines(100), [start + name(100)]); // longer than a line, so it is not wrapped
  assertEquals(await lines(null, 4), [`${start}ssss`]);
  assertEquals(await lines(null), []);
});
