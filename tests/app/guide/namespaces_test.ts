import { assert, assertEquals, assertThrows } from "@std/assert";
import { demo } from "@lifeframe/lifeframe";
import * as lifeframe from "@lifeframe/lifeframe";
import { RIGHT_CALLS } from "../../../src/app/guide/rightCalls.ts";
import * as plotModule from "../../../src/plot/mod.ts";

const { plot, range, read, series, show, sleep } = lifeframe;
const me = await demo({ days: 2 });

/** Reads a member without type checks, as a notebook does. */
const member = (object: object, name: string): unknown => (object as Record<string, unknown>)[name];

/** Members that users expect, and the start of the correct call. */
const WANTED: readonly (readonly [object, string, string])[] = [
  [plot, "histogram", "plot.distribution("],
  [series, "histogram", "plot.distribution("],
  [plot, "bar", "plot.dailyBars("],
  [plot, "boxplot", "plot.distribution("],
  [plot, "lin", "plot.line."],
  [plot, "nightly", "sleep.nightly."],
  [series, "resampel", "series.resample."],
  [series, "join_asof", "series.align("],
  [sleep, "hypnogram", "plot.hypnogram."],
  [sleep, "socialJetlag", "sleep.timing("],
  [show, "grid", "plot.beside("],
  [range, "last", "range.lastDays("],
  [read, "open", "read.any("],
  [me, "nights", "me.nightly("],
  [me, "sleepStages", "me.stages("],
  [me, "days", "me.daily("],
  [me, "export", "me.exportTo("],
  [me, "metrics", "me.catalog.list()"],
  [me, "shares", "me.api.shares."],
  [me, "nightl", "me.nightly."],
];

for (const [object, name, call] of WANTED) {
  Deno.test(`${name} is answered with ${call}`, () => {
    const { message } = assertThrows(() => member(object, name), TypeError);
    assert(message.startsWith("Cannot read "), message);
    assert(message.includes(` has no ${name}. Use ${call}`), message);
  });
}

Deno.test("an unknown member without a similar name lists the existing members", () => {
  const { message } = assertThrows(() => member(range, "zzyzx"), TypeError);
  assertEquals(
    message,
    "Cannot read range.zzyzx: range has no zzyzx. It has between, day, lastDays, lastNights, month, " +
      "week, wholeNights, year.",
  );
});

Deno.test("a namespace called as a function suggests the correct call", () => {
  const wanted: [unknown, string][] = [[show, "show.table("], [read, "read.any("], [
    range,
    "between(",
  ]];
  for (const [object, call] of wanted) {
    const { message } = assertThrows(() => (object as () => void)(), TypeError);
    assert(message.startsWith("Cannot call ") && message.includes(call), message);
  }
});

Deno.test("namespaces have the enumerable members of their modules", () => {
  assertEquals(Object.keys(plot), Object.keys(plotModule));
  assertEquals(lifeframe.plot.line, plotModule.line);
  assert("line" in plot && !("toSpec" in plot));
  assertEquals(Object.getOwnPropertyNames(plot), Object.keys(plotModule));
});

Deno.test("members that tools and promises read from any value throw no error", async () => {
  for (const object of [plot, show, me]) {
    assertEquals(await Promise.resolve(object), object);
    for (const name of ["then", "toJSON", "$$typeof", "asymmetricMatch", "nodeType"]) {
      assertEquals(member(object, name), undefined);
    }
    assertEquals((object as { [Symbol.iterator]?: unknown })[Symbol.iterator], undefined);
    assert(Deno.inspect(object).length > 20);
  }
  assert(`${show}`.length > 0);
});

Deno.test("every call in the table exists, and none of its words is a member", () => {
  const places: Readonly<Record<string, object>> = { me, ...lifeframe };
  for (const [place, lines] of Object.entries(RIGHT_CALLS)) {
    const seen = new Set<string>();
    for (const line of lines.trim().split("\n")) {
      const [words = "", call = ""] = line.trim().split(/: (.*)/);
      for (const word of words.split(" ")) {
        assertEquals(word, word.toLowerCase());
        assert(!seen.has(word), `${place} has ${word} twice`);
        assert(!Object.hasOwn(places[place]!, word), `${place}.${word} exists`);
        seen.add(word);
      }
      for (
        const [, path] of call.matchAll(
          /\b((?:experiment|me|places|plot|range|read|series|show|sleep)(?:\.\w+)+)/g,
        )
      ) {
        const [first, ...rest] = path!.split(".");
        const found = rest.reduce<object>(
          (object, name) => member(object, name) as object,
          places[first!]!,
        );
        assert(found !== undefined, path);
      }
    }
  }
});
