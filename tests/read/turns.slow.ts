import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { ExportCollector } from "../../src/read/export/exportCollector.ts";
import { lineAt } from "../../src/read/export/exportFile.ts";
import { sortInTurns } from "../../src/read/export/pause.ts";
import { stepAt } from "../../src/read/rules/stepAt.ts";
import { LIMITS } from "../../src/options/limits.ts";
import { makePause } from "../../src/options/pause.ts";
import { READERS } from "../../src/read/readers.ts";
import { GROW, largeFile, withLongLists } from "./largeFiles.ts";
import { zipped } from "./export/exportFixture.ts";
import { slowness, threadTime } from "../helpers/threadTime.ts";

/** Longest turn in milliseconds, on a machine that is not slow. */
const MOST = 50;

/**
 * Number of times that a file is read at most, until all turns of one reading are short. The first
 * reading compiles the code, and any may be interrupted by the garbage collection of another test.
 */
const READINGS = 10;

/**
 * Repeats work until no time between two turns of the event loop exceeds the bound. Returns the
 * longest time of the best run, in milliseconds of a machine that is not slow.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let gap = Infinity;
  for (let i = 0; i < READINGS && gap >= MOST; i++) {
    gap = Math.min(gap, await turnOf(work) / slowness());
  }
  return gap;
}

/** Runs work; returns the longest time between two turns of the event loop, in milliseconds. */
async function turnOf(work: () => Promise<unknown>): Promise<number> {
  let last = threadTime(), longest = 0, isDone = false;
  const tick = (): void => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) timer = setTimeout(tick, 0);
  };
  let timer = setTimeout(tick, 0);
  try {
    await work();
  } finally {
    isDone = true;
    clearTimeout(timer);
    tick();
  }
  return longest;
}

Deno.test("every reader has a large file", () => {
  assertEquals(Object.keys(GROW).sort(), READERS.map(({ name }) => name).sort());
});

for (const { name } of READERS) {
  Deno.test(`${name} reads a large file in turns, so that other work runs meanwhile`, async () => {
    const file = await largeFile(name);
    const gap = await longestTurn(async () => {
      const { report } = await any(file, { tz: "Europe/Berlin" });
      assertEquals(report.reader, name);
    });
    if (Deno.env.get("LIFEFRAME_PRINT") === "1") {
      Deno.stderr.writeSync(new TextEncoder().encode(`${name}: ${Math.round(gap)} ms\n`));
    }
    assert(gap < MOST, `${Math.round(gap)} ms`);
  });
}

Deno.test("every list of a JSON file is read in turns", async () => {
  for (const { name } of READERS) {
    for await (const [list, file] of withLongLists(name)) {
      const gap = await longestTurn(() => any(file, { tz: "Europe/Berlin" }).catch(() => {}));
      assert(gap < MOST, `${name}, ${list}: ${Math.round(gap)} ms`);
    }
  }
});

Deno.test("XML of forbidden characters is read in turns", async () => {
  const forbidden = "\u0001".repeat(1_000_000);
  const file = new File([`<gpx><trk><name>${forbidden}</name></trk></gpx>`], "walk.gpx");
  const gap = await longestTurn(async () => {
    const { report } = await any(file, { tz: "UTC" });
    assertEquals(report.skipped["XML does not allow the character"], 1_000_000);
  });
  assert(gap < MOST, `${Math.round(gap)} ms`);
});

Deno.test("XML with the longest texts, names and comments is read in turns", async () => {
  const { most } = LIMITS.xmlElementBytes, long = "x".repeat(most - 200_000);
  const time = "<time>2024-05-01T08:00:00Z</time>";
  for (const part of [`<ele>${long}</ele>`, `<!--${long}-->`, `<ele a="${long}"/>`, `<${long}/>`]) {
    const point = `<trkpt lat="52.5" lon="13.4">${part}${time}</trkpt>`;
    const file = new File([`<gpx><trk><trkseg>${point}</trkseg></trk></gpx>`], "walk.gpx");
    const gap = await longestTurn(async () => {
      assertEquals((await any(file, { tz: "UTC" })).locations.height, 1);
    });
    assert(gap < MOST, `${part.slice(0, 10)}: ${Math.round(gap)} ms`);
  }
});

Deno.test("a calendar entry of any size is read in turns", async () => {
  const start = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20240501T080000Z\n";
  const end = "END:VEVENT\nEND:VCALENDAR\n";
  const long = `DESCRIPTION:${"x".repeat(10_000_000)}\n`;
  for (
    const lines of [long, "EXDATE:20240502T080000Z\n", "SUMMARY:a\n" + " b\n".repeat(3_000_000)]
  ) {
    const file = new File(
      [start + lines.repeat(Math.ceil(10_000_000 / lines.length)) + end],
      "a.ics",
    );
    const gap = await longestTurn(() => any(file, { tz: "UTC" }));
    assert(gap < MOST, `${Math.round(gap)} ms`);
  }
});

Deno.test("descriptions of zones and lines of any number or length are read in turns", async () => {
  const zone = "BEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\nDTSTART:19700101T000000\n" +
    "TZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:STANDARD\nEND:VTIMEZONE\n";
  const head = "name\n01-jan-2024\n10:00\n4\n30\nV1\nM\n";
  const files = [
    new File([`BEGIN:VCALENDAR\n${zone.repeat(100_000)}END:VCALENDAR\n`], "a.ics"),
    new File([`${head}1\n${"1".repeat(20_000_000)}\n`], "a.awd"),
  ];
  for (const file of files) {
    const gap = await longestTurn(() => any(file, { tz: "UTC" }).catch(() => {}));
    assert(gap < MOST, `${file.name}: ${Math.round(gap)} ms`);
  }
});

Deno.test("a calendar takes time in proportion to its events", async () => {
  const timeOf = async (count: number): Promise<number> => {
    const events = Array.from(
      { length: count },
      (_, i) => `BEGIN:VEVENT\nUID:${i}\nDTSTART;TZID=Nowhere:20240501T080000\nEND:VEVENT\n`,
    );
    const text = `BEGIN:VCALENDAR\n${events.join("")}END:VCALENDAR\n`, begun = threadTime();
    await any(new File([text], "a.ics"), { tz: "UTC" });
    return threadTime() - begun;
  };
  await timeOf(1_000); // compiles the code
  let least = Infinity;
  for (let i = 0; i < 3 && least > 8; i++) {
    least = Math.min(least, await timeOf(8_000) / await timeOf(2_000));
  }
  assert(least < 8, `four times the events take ${least} times as long`);
});

Deno.test("JSON of any shape is read in turns", async () => {
  const members = Array.from({ length: 200_000 }, (_, i) => `"k${i}":1`).join(",");
  const shapes = {
    "a long text": `["${"x".repeat(20_000_000)}"]`,
    "a text of escapes": `["${'\\"'.repeat(5_000_000)}"]`,
    "a text in lists": `[{"a":[["${"\\\\".repeat(5_000_000)}"]]}]`,
    "an object of many members": `[{${members}}]`,
    "an entry that is damaged": `[{"a":[${"1,".repeat(1_000_000)}x]},{}]`,
  };
  for (const [shape, text] of Object.entries(shapes)) {
    const file = new File([text], "sleep-2024-01-01.json");
    const gap = await longestTurn(() => any(file, { tz: "UTC" }).catch(() => {}));
    assert(gap < MOST, `${shape}: ${Math.round(gap)} ms`);
  }
});

Deno.test("well compressed data is decompressed in turns", async () => {
  const blank = " ".repeat(10_000_000);
  const track = `<gpx>${`<trk><name>a</name></trk>${blank}`.repeat(10)}</gpx>`;
  const file = new File([zipped({ "walk.gpx": track })], "walk.zip");
  assert(file.size < 200_000);
  const gap = await longestTurn(() => any(file, { tz: "UTC" }));
  assert(gap < MOST, `${Math.round(gap)} ms`);
});

Deno.test("stages of any number become a frame in turns", async () => {
  const collector = new ExportCollector("test", { tz: "UTC" }), count = 600_000;
  for (let i = 0; i < count; i++) {
    const span = { start: i * 6e7, end: (i + 1) * 6e7, source: "Watch" };
    collector.stage({ ...span, stage: 1 });
    if (i % 100 === 0) collector.other("asleep_duration", { ...span, value: 1, unit: "min" });
  }
  const gap = await longestTurn(async () => {
    const { sleep } = await collector.collected({ seen: 1, read: 1 });
    assertEquals(sleep.height, count);
    assertEquals(sleep.getColumn("asleep_duration").sum(), count / 100);
  });
  assert(gap < MOST, `${Math.round(gap)} ms`);
});

Deno.test("rows of any number are sorted and counted in turns", async () => {
  const pause = makePause(undefined), rows = Uint32Array.from({ length: 12_000_000 }, (_, i) => i);
  const text = "\n".repeat(4_000_000);
  const starts = Array.from({ length: 1_000_000 }, (_, i) => ({ start: i * i }));
  const works = {
    "sorted rows": () => sortInTurns(rows, (a, b) => a - b, pause),
    "lines": async () => assertEquals(await lineAt(text, text.length), "line 4000001"),
    "times between rows": async () => {
      assertEquals(await stepAt(starts, (count) => count >> 1, pause), 999_999);
    },
  };
  for (const [what, work] of Object.entries(works)) {
    const gap = await longestTurn(work);
    assert(gap < MOST, `${what}: ${Math.round(gap)} ms`);
  }
});

Deno.test("a zip file of long comments is read in turns", async () => {
  const zip = commentedZip(500, 60_000);
  const gap = await longestTurn(() => readZip(zip));
  assert(gap < MOST, `${Math.round(gap)} ms`);
});

Deno.test("a zip file of 60,000 files is read in turns", async () => {
  const entries = Array.from({ length: 60_000 }, (_, i) => [`${i * 7919 % 60_000}.x`, ""]);
  const zip = new File([zipped(Object.fromEntries(entries))], "a.zip");
  const gap = await longestTurn(() => readZip(zip));
  assert(gap < MOST, `${gap} ms`);
});

Deno.test("an empty file of a zip file is recognized without opening it", async () => {
  const [files, empty] = ["a\n", ""].map((text) => {
    const entries = Array.from({ length: 1_000 }, (_, i) => [`${i}.csv`, text]);
    return new File([zipped(Object.fromEntries(entries))], "a.zip");
  }) as [File, File];
  const timeOf = async (zip: File): Promise<number> => {
    const begun = threadTime();
    await readZip(zip);
    return threadTime() - begun;
  };
  await timeOf(files); // compiles the code
  let least = Infinity;
  for (let i = 0; i < READINGS && least > 0.5; i++) {
    least = Math.min(least, await timeOf(empty) / await timeOf(files));
  }
  assert(least < 0.5, `${least}`);
});

Deno.test("a small file in a zip file takes less than a millisecond", async () => {
  const track = '<gpx><trk><trkseg><trkpt lat="52" lon="13"><time>2024-05-01T08:00:00Z</time>' +
    "</trkpt></trkseg></trk></gpx>";
  const entries = Array.from({ length: 1_000 }, (_, i) => [`${i}.gpx`, track]);
  const zip = new File([zipped(Object.fromEntries(entries))], "a.zip");
  let least = Infinity;
  for (let i = 0; i < READINGS && least > 0.7; i++) {
    const begun = threadTime();
    await any(zip, { tz: "UTC" });
    least = Math.min(least, (threadTime() - begun) / entries.length / slowness());
  }
  assert(least < 0.7, `${least} ms`);
});

function readZip(zip: File): Promise<unknown> {
  return any(zip, { tz: "UTC" })
    .catch((error: Error) => assertStringIncludes(error.message, "no reader recognizes it"));
}

/** Returns a zip file of empty entries with comments. */
function commentedZip(count: number, length: number): File {
  const zip = zipped({ a: "" }), directory = zip.length - 22 - 47;
  const entry = zip.slice(directory, directory + 47), end = zip.slice(-22);
  new DataView(entry.buffer).setUint16(8, 0, true); // not in UTF-8, which is decoded fast
  new DataView(entry.buffer).setUint32(20, 0, true); // no packed bytes, so entries cannot overlap
  new DataView(entry.buffer).setUint16(32, length, true);
  const view = new DataView(end.buffer);
  for (const at of [8, 10]) view.setUint16(at, count, true);
  view.setUint32(12, count * (entry.length + length), true);
  const comment = new Uint8Array(length).fill(97);
  const entries = Array.from({ length: count }, () => [entry, comment]).flat();
  return new File([zip.slice(0, directory), ...entries, end], "a.zip");
}
