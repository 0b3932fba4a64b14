import { assert, assertEquals } from "@std/assert";
import { api } from "../../src/api/api.ts";
import type { Endpoint } from "../../src/api/fields/endpoint.ts";
import { METRIC_TABLE } from "../../src/api/fields/metricTable.ts";
import { Editor } from "../helpers/editor.ts";

const operations = Object.entries(api).flatMap(([noun, rows]) =>
  Object.entries(rows as Record<string, Endpoint>)
    .map(([name, row]): [string, string, Endpoint] => [noun, name, row])
);
const nouns = Object.keys(api);
const range = `start_time: "2026-03-01T00:00:00Z", end_time: "2026-03-02T00:00:00Z"`;

/** A single file for all tests, because the editor reads everything that the client imports. */
const editor = new Editor(`
import type { Client } from "../../src/client/client.ts";

declare const me: Client;
${nouns.map((noun) => `me.api./*${noun}*/${noun};`).join("\n")}
${operations.map(([noun, name]) => `me.api.${noun}./*${noun}.${name}*/${name};`).join("\n")}
me.api.metrics.samples({ ${range}, metric: "/*metric*/" });
me.api.metrics.timeSeriesGrouped({ ${range}, metrics: ["/*another*/"] });
me.api.metrics.samples({ ${range}, metric: "Metric/6f9d3c1e-2b5a-4c8d-9e7f-0a1b2c3d4e5f" });
me.api.metrics.aggregate({
  ${range}, data_type: "HeartRate", resolution: "/*resolution*/day", function: ["sum"],
});
me.api.metrics.samples({ ${range}, metric: 1 });
`);

Deno.test("hovering a method of the client shows the summary of its row", () => {
  for (const [noun, name, { summary, deprecated }] of operations) {
    const hover = editor.hover(`${noun}.${name}`);
    assertEquals(hover.text, summary, `${noun}.${name}`);
    assertEquals(hover.deprecated, deprecated, `${noun}.${name}`);
  }
});

Deno.test("hovering a noun of the client shows a description", () => {
  for (const noun of nouns) assert(editor.hover(noun).text.length > 5, noun);
});

Deno.test("hovering a method shows plain types of arguments and result", () => {
  const typeOf = (place: string): string => editor.hover(place).type.replaceAll(/\s+/g, " ");
  const cycles = typeOf("sleep.cycles");
  for (const part of ["start_time: TimeLike", "stages?: readonly number[] | undefined"]) {
    assert(cycles.includes(part), cycles);
  }
  assert(cycles.endsWith("=> Promise<Frame>"), cycles);
  assertEquals(
    typeOf("tags.create"),
    "(property) create: (args: { body: TagBody; }, options?: CallOptions) => Promise<Tag>",
  );
  assertEquals(
    typeOf("tags.list"),
    "(property) list: (args?: {} | undefined, options?: CallOptions) => Promise<Tag[]>",
  );
  assert(typeOf("annotations.create").endsWith("=> Promise<Annotation>"));
  const aggregate = typeOf("metrics.aggregate");
  assert(aggregate.includes('resolution: "15m" | "60m" | "day"'), aggregate);
  assert(aggregate.includes("data_type: string"), aggregate);
  for (const [noun, name] of operations) {
    const type = typeOf(`${noun}.${name}`);
    assert(!/Simplify|FieldValue|PathValue|Required|Exclude|ArgumentOf|ZodType/.test(type), type);
  }
});

Deno.test("metric completes catalog names and accepts user-defined metrics", () => {
  const names = METRIC_TABLE.map(([name]) => name).sort();
  assertEquals(editor.proposals("metric").sort(), names);
  assertEquals(editor.proposals("another").sort(), names);
  assertEquals(editor.proposals("resolution").sort(), ["15m", "60m", "day"]);
  const faults = editor.faults().map(({ message }) => message);
  const wrong = (type: string): string => `Type ${type} is not assignable to type 'MetricName'.`;
  assertEquals(faults, [wrong(`'""'`), wrong(`'""'`), wrong("'number'")]);
});
