import type { FrameLike } from "../../src/frame/open.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import * as arrow from "apache-arrow";
import pl from "nodejs-polars";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { fromRows, type Row, toRows, toValues } from "../../src/frame/polars/rows.ts";
import type { Schema } from "../../src/frame/columns/schema.ts";
import { columnNames, seriesOf } from "../../src/frame/polars/seriesOf.ts";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as places from "../../src/places/mod.ts";
import { Picture } from "../../src/plot/picture/picture.ts";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { EVERY_VERB, type Names, NO_VERBS, type VerbCase } from "./everyVerb.ts";
import { HOSTILE, sameData, withHostile } from "./sameData.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const USUAL: Names = { of: (name) => name, columns: {} };

Deno.test("the table of verbs lists every function that sleep, series and places export", () => {
  const exported = Object.entries({ sleep, series, places }).flatMap(([folder, verbs]) =>
    Object.entries(verbs).filter(([, value]) => typeof value === "function")
      .map(([name]) => `${folder}.${name}`)
  );
  const known = [
    ...Object.keys(EVERY_VERB).filter((name) => !name.startsWith("plot.")),
    ...NO_VERBS,
  ];
  assertEquals(exported.sort(), known.sort(), "add it to everyVerb.ts");
});

/** Returns the result of a verb as comparable values. */
async function shown(result: ReturnType<VerbCase["call"]>): Promise<Shown> {
  if (result instanceof Picture) return [["svg", [result.summary, await result.svg()]]];
  if (result === null || typeof result === "number") return [["value", [result]]];
  return columnNames(result).map((name) => [name, toValues(columnsOf(result)[name]!)]);
}

type Shown = (readonly [name: string, values: readonly unknown[]])[];

/** Leaves out the columns that the verb only passes through. */
function without(columns: Shown, expected: Shown): Shown {
  return columns.filter(([name]) =>
    !HOSTILE.includes(name) || expected.some(([own]) => own === name)
  );
}

/** Renames columns to their usual names. */
function usual(
  columns: Shown,
  expected: Shown,
  names: { readonly [given: string]: string },
): Shown {
  const back = (value: unknown): unknown => {
    if (typeof value !== "string") return value;
    if (Object.hasOwn(names, value)) return names[value];
    return Object.entries(names) // a reason may name the column
      .reduce((text, [given, own]) => text.replace(` of ${given}:`, () => ` of ${own}:`), value);
  };
  return columns.map(([name, values], i) => {
    const own = expected[i]?.[0];
    const isOwn = Object.keys(names).some((given) =>
      own !== undefined && (name === given || name.endsWith(`_${given}`)) &&
      own.endsWith(names[given]!)
    );
    return [isOwn ? own! : name, values.map(back)];
  });
}

/** The rows of a case with its columns renamed. */
function renamed({ rows, schema }: VerbCase, to: (name: string, i: number) => string) {
  const wanted = Object.keys(schema);
  const columns = Object.fromEntries(wanted.map((name, i) => [name, to(name, i)]));
  return {
    rows: rows.map((row): Row =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name]!, value]))
    ),
    schema: Object.fromEntries(wanted.map((name) => [columns[name]!, schema[name]!])) as Schema,
    names: { columns, of: (name: string) => columns[name]! } satisfies Names,
    back: Object.fromEntries(wanted.map((name) => [columns[name]!, name])),
  };
}

function schemaOf(result: ReturnType<VerbCase["call"]>): unknown {
  if (result instanceof Picture || result === null || typeof result === "number") return undefined;
  return columnNames(result).map((name) => [name, String(seriesOf(result as Frame, name).dtype)]);
}

function forms(rows: readonly Row[], schema: Schema): [string, FrameLike][] {
  return [
    ["records", rows],
    ["a Polars frame", toFrame(fromRows(rows, schema))],
    ["an Arrow table", toArrow(fromRows(rows, schema))],
  ];
}

for (const [verb, one] of Object.entries(EVERY_VERB)) {
  Deno.test(`${verb}() returns the same for the same data in every format`, async () => {
    const expected = await shown(one.call(one.rows, USUAL));
    for (const [form, frame] of Object.entries(sameData(one.rows, one.schema))) {
      assertEquals(await shown(one.call(frame, USUAL)), expected, form);
    }
  });

  Deno.test(`${verb}() accepts columns named like a frame's methods`, async () => {
    const expected = await shown(one.call(one.rows, USUAL));
    const more = withHostile(one);
    for (const [form, frame] of Object.entries(sameData(more.rows, more.schema))) {
      assertEquals(without(await shown(one.call(frame, USUAL)), expected), expected, form);
    }
  });

  Deno.test(`${verb}() reads columns by the names that it is given`, async () => {
    const expected = await shown(one.call(one.rows, USUAL));
    for (
      const to of [
        (name: string) => `my ${name}`,
        (_: string, i: number) => HOSTILE[i]!,
        (name: string) => `${name}?`,
      ]
    ) {
      const { rows, schema, names, back } = renamed(one, to);
      for (const [form, frame] of forms(rows, schema)) {
        const found = usual(await shown(one.call(frame, names)), expected, back);
        assertEquals(found, expected, `${form}: ${to}`);
      }
    }
  });

  Deno.test(`${verb}() keeps its schema without rows, or reports what it cannot do`, () => {
    const full = schemaOf(
      one.call(toFrame(fromRows(one.rows, one.schema, { zone: "UTC" })), USUAL),
    );
    for (const [form, frame] of forms([], one.schema)) {
      let result: ReturnType<VerbCase["call"]>;
      try {
        result = one.call(frame, USUAL);
      } catch (error) {
        assert(saysWhat(one, error as Error), String(error));
        continue;
      }
      if (form === "records") continue; // records do not give the types of the other columns
      assertEquals(schemaOf(result), full, form);
    }
  });

  for (const column of Object.keys(one.schema)) {
    if (!one.optional?.includes(column)) {
      Deno.test(`${verb}() names a missing column ${column}`, () => {
        const { [column]: _, ...schema } = one.schema;
        const rows = one.rows.map(({ [column]: _, ...row }) => row);
        for (const [form, frame] of forms(rows, schema)) {
          refused(one, () => one.call(frame, USUAL), column, form);
        }
      });
    }
    if (!one.nullable?.includes(column)) {
      Deno.test(`${verb}() names the row of a null in ${column}`, () => {
        const rows = one.rows.map((row, i) =>
          i === 3 % one.rows.length ? { ...row, [column]: null } : row
        );
        for (const [form, frame] of forms(rows, one.schema)) {
          refused(one, () => one.call(frame, USUAL), column, form, "row");
        }
      });
    }
    if (!isKept(verb, column)) {
      Deno.test(`${verb}() names ${column} if it is of another type`, () => {
        const type = one.schema[column] === "text" ? "float64" : "text";
        const rows = one.rows.map((row) => ({ ...row, [column]: type === "text" ? "x" : 0.5 }));
        for (const [form, frame] of forms(rows, { ...one.schema, [column]: type })) {
          refused(
            one,
            () => one.call(frame, USUAL),
            column,
            form,
            form === "records" && !TAKES_ANY.has(verb) ? "row 0" : "",
          );
        }
      });
    }
  }

  Deno.test(`${verb}() rejects a promise, text or undefined as a frame`, () => {
    for (const input of [Promise.resolve(one.rows), "frame", 7, null, undefined, {}, [null], [1]]) {
      const error = assertThrows(() => one.call(input as unknown as FrameLike, USUAL)) as Error;
      assert(error.message.startsWith("Cannot "), `${String(input)}: ${error.message}`);
      assertEquals(error.name, "TypeError", error.message);
      if (input instanceof Promise) assert(error.message.includes("await it first"), error.message);
    }
  });
}

/** Returns whether a call fails with an error that names the action and the column. */
function refused(
  one: VerbCase,
  call: () => unknown,
  column: string,
  form: string,
  more = "",
): void {
  const error = assertThrows(call, Error, "") as Error;
  assertEquals(error.name, "TypeError", `${form}: ${error.message}`);
  assert(saysWhat(one, error), `${form}: ${error.message}`);
  assert(error.message.includes(column), error.message);
  assert(error.message.includes(more), error.message);
}

/** Returns whether an error begins with the failed action. */
function saysWhat({ action, through = action }: VerbCase, { message }: Error): boolean {
  return message.startsWith(`Cannot ${action}`) || message.startsWith(`Cannot ${through}:`);
}

/** Verbs that take columns of any type for some of their functions: the column is wrong, not a row. */
const TAKES_ANY: ReadonlySet<string> = new Set([
  "series.align",
  "series.convert",
  "series.resample",
  "series.rolling",
  "series.thin",
]);

/** Returns whether a verb passes a column through or ignores it. */
function isKept(verb: string, column: string): boolean {
  const kept: { readonly [verb: string]: readonly string[] } = {
    "series.align": ["kind"],
    "series.around": ["steps", "kind"],
    "series.changePoint": ["steps", "kind"],
    "series.changePoints": ["steps", "kind"],
    "series.compare": ["time", "steps"],
    "series.convert": ["time", "steps", "kind"],
    "series.correlate": ["time", "kind"],
    "series.cosinor": ["steps", "kind"],
    "series.extendedCosinor": ["steps", "kind"],
    "series.fluctuations": ["steps", "kind"],
    "series.fragmentation": ["steps", "kind"],
    "series.hrv": ["steps", "kind"],
    "series.light": ["steps", "kind"],
    "series.restingRate": ["steps", "kind"],
    "series.withoutNonWear": ["steps", "kind"],
    "series.mixed": ["who"],
    "series.paired": ["who", "drug"],
    "series.intensityGradient": ["steps", "kind"],
    "sleep.fromActivity": ["steps", "kind"],
    "series.interrupted": ["steps", "kind"],
    "series.decompose": ["steps", "kind"],
    "series.effort": ["steps", "kind"],
    "series.trend": ["steps", "kind"],
    "series.streaks": ["steps", "kind"],
    "series.unusual": ["steps", "kind"],
    "series.between": ["value", "steps", "kind"],
    "series.dateParts": ["value", "steps", "kind"],
    "series.periodogram": ["steps", "kind"],
    "series.resample": ["kind"],
    "series.rhythm": ["steps", "kind"],
    "series.rolling": ["steps", "kind"],
    "series.thin": ["steps", "kind"],
  };
  return kept[verb]?.includes(column) ?? false;
}

Deno.test("dates of an Arrow table are their first instants in UTC", async () => {
  const days = Array.from({ length: 30 }, (_, i) => Date.UTC(2024, 2, 1 + i));
  const values = days.map((_, i) => (i * 7) % 11);
  const rows = days.map((day, i) => ({ time: new Date(day), value: values[i]! }));
  const table = new arrow.Table({
    time: arrow.vectorFromArray(days.map((day) => new Date(day)), new arrow.DateDay()),
    value: arrow.vectorFromArray(values, new arrow.Int32()),
  });
  const calls: ((frame: FrameLike) => Frame)[] = [
    (frame) => series.resample(frame, { every: "1w", tz: "UTC" }),
    (frame) => series.dateParts(frame, { tz: "UTC" }).drop("time"), // unchanged
    (frame) => series.rolling(frame, { window: "7d", tz: "UTC" }),
    (frame) => series.cosinor(frame, { period: "168h", tz: "UTC" }).frame,
  ];
  for (const call of calls) assertEquals(await shown(call(table)), await shown(call(rows)));
  const polars = pl.DataFrame([
    pl.Series("time", days.map((day) => new Date(day))).cast(pl.Date),
    pl.Series("value", values),
  ]);
  for (const call of calls) {
    assertEquals(toRows(columnsOf(call(polars))), toRows(columnsOf(call(rows))));
  }
});
