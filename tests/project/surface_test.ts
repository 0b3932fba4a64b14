import { assert, assertEquals } from "@std/assert";
import * as answers from "../../src/app/questions.ts";
import { apiPage } from "../../tools/reference/apiPage.ts";
import { publicProgram } from "../../tools/reference/publicProgram.ts";

/** An option of a public call, or a member of the client. */
interface Option {
  readonly owner: string;
  readonly name: string;
  readonly type: string;
}

const page = apiPage().replaceAll("\\|", "|");
const lines = page.split("\n");
const calls = lines.flatMap((line): [name: string, parameters: string][] => {
  const [, name, parameters] = /^\| `([\w.]+)(?:<.*?>)?\((.*)\)` \|/.exec(line) ?? [];
  return name === undefined || parameters === undefined ? [] : [[name, parameters]];
});
const options = optionsOf(lines);

function optionsOf(rows: readonly string[]): Option[] {
  let owner = "";
  return rows.flatMap((row) => {
    owner = /^### (.+)/.exec(row)?.[1] ?? owner;
    const [, name, type] = /^\| `(\w+)\??` \| `(.+?)` \| .*\|$/.exec(row) ?? [];
    return owner === "" || name === undefined || type === undefined ? [] : [{ owner, name, type }];
  });
}

/** Names that other tools give an option, by the name it has here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  aggregate: ["agg", "func", "reducer", "statistic"],
  by: ["group", "groupBy", "groupby", "hue"],
  every: ["freq", "interval", "resolution", "samprate", "sample_rate", "step"],
  sourcePriority: ["order", "priority", "rank", "sources", "svc_sources"],
  tz: ["timeZone", "time_zone", "timezone", "zone"],
  y: ["value", "values"],
};

/** Options with such a name so far, some with a meaning of their own; the list only gets shorter. */
const SECOND_NAMES: readonly string[] = [
  "NoteOptions.value", // of one entry, not the name of a column
  "plot.DayProfileOptions.resolution",
  "read.FitbitSleepOptions.sources",
  "series.PeriodogramOptions.step",
  "series.ResampleOptions.step",
  "series.RhythmOptions.resolution",
  "sleep.CloneOptions.step",
  "sleep.ConsensusOptions.rank",
  "sleep.LimitsOfAgreementOptions.interval", // a method, not a length
  "sleep.MergeOptions.priority",
];

/** Options that take a number or a length so far; the list only gets shorter. */
const TWO_GRAMMARS: readonly string[] = ["series.FromSamplesOptions.every"];

/** Options whose value is a length of time wherever they appear. */
const LENGTHS: readonly string[] = ["cycleGap", "minStay", "shortestMain", "window"];

/** Options that have several types under one name so far; the list only gets shorter. */
const SEVERAL_TYPES: readonly string[] = [
  ...[
    "after",
    "aggregate",
    "band",
    "before",
    "by",
    "columns",
    "data",
    "date",
    "each",
    "every",
    "fill",
  ],
  ...[
    "form",
    "gap",
    "kind",
    "label",
    "labels",
    "lag",
    "locale",
    "method",
    "names",
    "now",
    "onProgress",
  ],
  ...[
    "only",
    "own",
    "partial",
    "per",
    "period",
    "range", // of a reader, it may lack a start or an end
    "timeFormat",
    "token",
    "types",
    "tz",
    "unit",
    "units",
    "variant",
    "whole",
    "x",
    "y",
  ],
];

Deno.test("mod.ts exports at most 160 names", () => {
  const names = publicProgram().exportsOf("mod.ts").map(({ name }) => name);
  assert(names.includes("demo") && names.includes("When"), names.join());
  assert(names.length <= 160, `${names.length} names`);
});

Deno.test("the page of the API lists calls and options", () => {
  assert(calls.length > 120 && options.length > 400, `${calls.length}, ${options.length}`);
});

Deno.test("a function with a client as its first argument is a method of the client, except the one that copies it", () => {
  const first = calls.filter(([, parameters]) => /^\w+\??: (?:Me|Client)\b/.test(parameters));
  assertEquals(first.map(([name]) => name), ["mirror"]);
});

Deno.test("every function of src/app/questions.ts answers a question of the client", () => {
  const me = Deno.readTextFileSync(new URL("../../src/app/me.ts", import.meta.url));
  const asked = new Set(
    Array.from(me.matchAll(/(?:answers|load\(\)\))\.(\w+)/g), ([, name]) => name),
  );
  const unused = Object.keys(answers).filter((name) => !asked.has(name));
  assertEquals(unused, [], "add its method to src/app/me.ts");
});

Deno.test("options are written in camel case, and ranges as start_time and end_time", () => {
  const odd = options.filter(({ name }) => !/^[a-z][a-zA-Z\d]*$/.test(name))
    .filter(({ name }) => !["start_time", "end_time", "svc_userid"].includes(name));
  assertEquals(odd, []);
});

Deno.test("an option has no second name", () => {
  const names = new Map(
    Object.entries(OTHER_NAMES).flatMap(([name, others]) => others.map((other) => [other, name])),
  );
  const odd = options.filter(({ owner, name }) =>
    names.has(name) && !SECOND_NAMES.includes(`${owner}.${name}`)
  );
  assertEquals(odd.map(({ owner, name }) => `${owner}.${name}: ${names.get(name)}`), []);
});

Deno.test("an option name has the same type everywhere, and lengths have one grammar", () => {
  const types = Map.groupBy(options, ({ name }) => name);
  const several = [...types].filter(([, all]) => new Set(all.map(({ type }) => type)).size > 1)
    .map(([name]) => name);
  assertEquals(several.filter((name) => !SEVERAL_TYPES.includes(name)), []);
  const lengths = options.filter(({ name }) => LENGTHS.includes(name));
  assertEquals(lengths.filter(({ type }) => type !== "Length"), []);
  const two = options.filter(({ type }) =>
    /\bLength\b/.test(type) && /\b(?:number|string)\b/.test(type)
  )
    .map(({ owner, name }) => `${owner}.${name}`);
  assertEquals(two.filter((name) => !TWO_GRAMMARS.includes(name)), []);
});
