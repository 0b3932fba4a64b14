import { assertEquals } from "@std/assert";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { FORMATS } from "../../../src/frame/formats/formats.ts";
import { aggregate } from "../../../src/sleep/aggregate.ts";
import { cycles } from "../../../src/sleep/cycles.ts";
import { fromSamples } from "../../../src/sleep/fromSamples.ts";
import { stages } from "../../../src/sleep/stages.ts";
import { type Embedded, embedded } from "../embedded.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";

interface Span {
  start_time: string;
  end_time: string;
  sleep_stage: number;
  cycle: number;
}

const HOUR = 3_600_000;

/** A span between two numbers of hours after 2024-01-01T00:00Z. */
const span = (value: number, from: number, to: number, source = "Watch") => ({
  start_time: new Date(Date.UTC(2024, 0, 1) + from * HOUR).toISOString(),
  end_time: new Date(Date.UTC(2024, 0, 1) + to * HOUR).toISOString(),
  value,
  source,
});
const hour = (hours: number) => new Date(Date.UTC(2024, 0, 1) + hours * HOUR).toISOString();

async function spans(here: Embedded, from: number, to: number, query = ""): Promise<number[][]> {
  const rows = await here.json<Span[]>(
    `GET /data/v0/{me}/sleep_stages?output=jstable&start_time=${hour(from)}&end_time=${
      hour(to)
    }${query}`,
  );
  const hours = (text: string) => (Date.parse(text) - Date.UTC(2024, 0, 1)) / HOUR;
  return rows.map((
    row,
  ) => [row.cycle, row.sleep_stage, hours(row.start_time), hours(row.end_time)]);
}

Deno.test("sleep is clipped to the range; with clip_to_range=false every touching cycle is whole", async () => {
  await using here = await embedded();
  // A chain of spans less than two hours apart, two days long, and one far away.
  const chain = Array.from({ length: 24 }, (_, i) => span(3, 2 * i, 2 * i + 1));
  await (await here.ingest("SleepStage", [...chain, span(4, 60, 61), span(4, -40, -38)])).text();
  assertEquals(await spans(here, 20.5, 22.5), [[0, 3, 20.5, 21], [0, 3, 22, 22.5]]);
  const whole = await spans(here, 20.5, 22.5, "&clip_to_range=false");
  assertEquals([whole.length, whole[0], whole.at(-1)], [24, [0, 3, 0, 1], [0, 3, 46, 47]]);
  assertEquals(await spans(here, 50, 59, "&clip_to_range=false"), []);
  assertEquals(await spans(here, 47, 60, "&clip_to_range=false"), []);
  assertEquals(await spans(here, 47, 60.5, "&clip_to_range=0"), [[0, 4, 60, 61]]);
  // A gap without samples within a cycle.
  assertEquals((await spans(here, 1.2, 1.8, "&clip_to_range=false")).length, 24);
  assertEquals(await spans(here, 1.2, 1.8), []);
  assertEquals((await spans(here, 1.2, 1.8, "&clip_to_range=false&cycle_gap=PT1H")).length, 0);
  assertEquals((await spans(here, 1.2, 1.8, "&clip_to_range=false&cycle_gap=PT0S")).length, 0);
});

Deno.test("the service's rank of sources wins; without it, the rule of the interface decides", async () => {
  const records = [span(4, 0, 8, "Bed"), span(3, 1, 2, "Watch")];
  for (
    const [sourcePriority, middle] of [[[], 3], [["Bed"], 4], [["Watch", "Bed"], 3]] as const
  ) {
    await using here = await embedded({ sourcePriority });
    await (await here.ingest("SleepStage", records)).text();
    const rows = await spans(here, 0, 10);
    assertEquals(rows.find(([, , from, to]) => from! <= 1 && to! > 1)![1], middle);
  }
});

Deno.test("sleep computed in pieces equals sleep computed at once", async () => {
  await using here = await embedded();
  const nights = Array.from(
    { length: 400 },
    (_, night) =>
      ["A", "B"].flatMap((source, s) =>
        Array.from({ length: 32 }, (_, i) => {
          const from = night * 24 + 22 + s * 0.1 + i * 0.25;
          return span((i * 7 + night + s) % 6, from, from + 0.25 + (i % 3) * 0.05, source);
        })
      ),
  ).flat();
  const response = await here.ingest("SleepStage", nights);
  assertEquals(response.status, 201, await response.text());
  const range = { start_time: hour(30), end_time: hour(399 * 24 + 26) };
  const frame = fromSamples(
    nights.map(({ start_time, end_time, value, source }) => ({
      start_date: start_time,
      end_date: end_time,
      value,
      source,
    })),
    { tz: "UTC" },
  );
  const check = async (path: string, query: string, expected: Frame): Promise<void> => {
    const response = await here.send(
      `GET /data/v0/{me}/${path}?output=arrow&start_time=${range.start_time}&end_time=${range.end_time}${query}`,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    assertEquals(columnsOf(FORMATS.arrow.decode(bytes)), columnsOf(expected), `${path}${query}`);
  };
  await check("sleep_stages", "", stages(frame, { clipTo: range }));
  await check(
    "sleep_stages",
    "&stages=5&merge_overlapping=0",
    stages(frame, {
      clipTo: range,
      only: [5],
      mergeOverlapping: false,
    }),
  );
  await check("sleep_cycles", "&clip_to_range=0", cycles(frame, { touching: range }));
  await check(
    "sleep_cycles",
    "&stages=0&gap_stages=2&cycle_gap=PT5M",
    cycles(frame, {
      clipTo: range,
      only: [0],
      gapStages: [2],
      cycleGap: "PT5M",
    }),
  );
  await check(
    "sleep_agg",
    "&mode=split&period=18h/1d&tz=Europe/Berlin&agg_functions=max",
    aggregate(frame, {
      clipTo: range,
      mode: "split",
      startOfDay: "18h",
      tz: "Europe/Berlin",
      functions: ["max"],
    }),
  );
});

Deno.test("an unknown stage, period or mode is rejected by name", async () => {
  await using here = await embedded();
  await (await here.ingest("SleepStage", [span(3, 0, 8)])).text();
  const refused = async (query: string, parameter: string) => {
    const { detail } = await here.json<{ detail: { loc: string[] }[] }>(
      `GET /data/v0/{me}/sleep_agg?output=csv&start_time=${hour(0)}&end_time=${hour(9)}&${query}`,
      { status: 422 },
    );
    assertEquals(detail.map(({ loc }) => loc), [["query", parameter]], query);
  };
  await refused("stages=6", "stages");
  await refused("gap_stages=-1", "gap_stages");
  for (
    const period of ["", "1", "0d", "1us", "d/1d", "25h/1d", "18h/1h", "1d/1d", "18h/", "9999y"]
  ) {
    await refused(`period=${period}`, "period");
  }
  await refused("mode=middle", "mode");
  await refused("cycle_gap=-PT2H", "cycle_gap");
  await refused("cycle_gap=P1M", "cycle_gap");
  await refused("tz=CET%2B1", "tz");
});

Deno.test("stages have a name, depth and rank", async () => {
  await using here = await embedded();
  const table = await here.json<{ stage: number; name: string; asleep: boolean }[]>(
    "GET /data/v0/{me}/sleep_stage_metadata",
  );
  assertEquals(table.map(({ stage, name, asleep }) => [stage, name, asleep]), [
    [0, "in_bed", false],
    [1, "asleep", true],
    [2, "awake", false],
    [3, "core", true],
    [4, "deep", true],
    [5, "rem", true],
  ]);
  assertEquals(Object.keys(table[0]!), [
    "stage",
    "name",
    "label",
    "depth",
    "asleep",
    "priority",
    "color",
  ]);
});
