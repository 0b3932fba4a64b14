import { assertEquals, assertThrows } from "@std/assert";
import { checkOptions, optionNames } from "../../src/options/checkOptions.ts";
import { describeValue } from "../../src/options/describeValue.ts";
import { demo, plot, series } from "../../mod.ts";

interface Options {
  every?: string;
  tz?: string;
  aggregate?: string | readonly string[];
  header?: { title?: string; size?: { width?: number } };
}

const TABLE = optionNames<Options>()("every tz aggregate", {
  header: { title: true, size: { width: true } },
});

const message = (options: unknown): string =>
  assertThrows(() => checkOptions("resample", options as Options, TABLE), TypeError).message;

Deno.test("known options are accepted, even nested, empty or omitted", () => {
  checkOptions("resample", undefined, TABLE);
  checkOptions("resample", {}, TABLE);
  checkOptions("resample", { every: "1d", header: { title: "x", size: { width: 1 } } }, TABLE);
});

Deno.test("a misspelt option is reported with the nearest known option", () => {
  assertEquals(
    message({ every: "1d", agregate: "max" }),
    'Cannot resample: unknown option "agregate"; did you mean "aggregate"?',
  );
  assertEquals(
    message({ header: { size: { witdh: 1 } } }),
    'Cannot resample: unknown option "witdh" in header.size; did you mean "width"?',
  );
});

Deno.test("an option without a similar name is reported with all known options", () => {
  assertEquals(
    message({ colour: 1 }),
    'Cannot resample: unknown option "colour"; available: every, tz, aggregate, header',
  );
});

Deno.test("an option named like a member of every object is unknown too", () => {
  for (const name of ["constructor", "toString", "hasOwnProperty"]) {
    assertEquals(message({ [name]: 1 }).includes(`unknown option "${name}"`), true);
  }
});

Deno.test("a value that is not an options object is described", () => {
  assertEquals(message(null), "Cannot resample: options is null, expected an object");
  assertEquals(message([]), "Cannot resample: options is a list, expected an object");
  const example = 'expected an object such as { every: "1d" }';
  assertEquals(message("1d"), `Cannot resample: options is the text "1d", ${example}`);
  assertEquals(
    message(Promise.resolve({})),
    "Cannot resample: options is a promise, await it first, expected an object",
  );
});

Deno.test("missing required options are listed", () => {
  assertThrows(
    () => checkOptions<Options>("resample", undefined, TABLE, "every"),
    TypeError,
    "Cannot resample: options are missing; it needs every",
  );
});

Deno.test("a value is described in a few words", () => {
  const described: [unknown, string][] = [
    [undefined, "missing"],
    [3n, "the bigint 3n"],
    [true, "true"],
    [{}, "an empty object"],
    [{ a: 1 }, "an object"],
    [new Date(0), "a Date"],
    [new ArrayBuffer(1), "an ArrayBuffer"],
    [Object.create(null), "an empty object"],
    [() => 1, "a function"],
    ["x".repeat(50), `the text ${JSON.stringify("x".repeat(40) + "…")}`],
  ];
  for (const [value, words] of described) assertEquals(describeValue(value), words);
});

Deno.test("optionNames() keeps the order of its parts, and the compiler checks the names", () => {
  const range = optionNames<Pick<Options, "every" | "tz">>()("every tz");
  const table = optionNames<Options>()("header", range, "aggregate");
  assertEquals(Object.keys(table), ["header", "every", "tz", "aggregate"]);
  // @ts-expect-error: aggregate is missing
  optionNames<Options>()(range, "header");
  // @ts-expect-error: agregate is not an option
  optionNames<Options>()(range, "header aggregate agregate");
  // @ts-expect-error: size is missing
  optionNames<Options>()(range, "aggregate", { header: { title: true } });
  // @ts-expect-error a flag that the table of kinds lacks would be taken whatever its value
  optionNames<{ unknownFlag?: boolean }>()("unknownFlag");
  // @ts-expect-error and a number
  optionNames<{ unknownNumber?: number }>()("unknownNumber");
});

Deno.test("a second frame in place of options is reported, for verbs and charts", async () => {
  const me = await demo({ days: 3 });
  const days = await me.daily({ days: 3 }, { metrics: ["StepCount"] });
  const calls: Readonly<Record<string, (options: never) => unknown>> = {
    "Cannot compare: ": (options) => series.compare(days, options),
    "Cannot resample: ": (options) => series.resample(days, options),
    "Cannot draw ": (options) => plot.compare(days, options),
  };
  for (const [start, call] of Object.entries(calls)) {
    const { message } = assertThrows(() => call(days as never), TypeError);
    assertEquals([message.startsWith(start), message.includes("options is a frame")], [true, true]);
  }
  const { message } = assertThrows(() => series.compare(days, days as never));
  assertEquals(message.includes('such as { a: "2025-02", b: "2025-03" }'), true);
});

Deno.test("an option of another type is rejected, with what was expected", () => {
  const names = { title: true, by: true, width: true, naps: true, lag: true, only: true } as const;
  const refused = (options: object): string =>
    assertThrows(() => checkOptions("draw", options as Record<string, never>, names), TypeError)
      .message;
  assertEquals(refused({ title: 7 }), "Cannot draw: title is the number 7, expected text");
  assertEquals(
    refused({ by: [1] }),
    "Cannot draw: by is a list, expected a name or a list of names",
  );
  assertEquals(
    refused({ width: "640px" }),
    'Cannot draw: width is the text "640px", expected a number',
  );
  assertEquals(
    refused({ naps: "no" }),
    'Cannot draw: naps is the text "no", expected true or false',
  );
  assertEquals(refused({ naps: null }), "Cannot draw: naps is null, expected true or false");
  assertEquals(
    refused({ only: 2 }),
    'Cannot draw: only is the number 2, expected a list, such as ["sleep"] or [5]',
  );
  assertEquals(
    refused({ lag: ["1"] }),
    "Cannot draw: lag is a list, expected a number or a list of numbers",
  );
});

Deno.test("null is rejected except where it is a value, and so is a bigint", () => {
  const check = (options: object): void =>
    checkOptions<{ tz: string; fill: null; plot: { color: null } }>(
      "draw",
      options as { tz: string; fill: null; plot: { color: null } },
      { tz: true, fill: true, plot: { color: true } },
    );
  assertEquals(
    assertThrows(() => check({ tz: null }), TypeError).message,
    "Cannot draw: tz is null. Leave it out for the default.",
  );
  assertEquals(
    assertThrows(() => check({ tz: 3n }), TypeError).message,
    "Cannot draw: tz is the bigint 3n, expected a number or text",
  );
  check({ fill: null, tz: undefined, plot: { color: null } });
});
