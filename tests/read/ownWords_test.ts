import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { parseNotebook } from "../../src/notebook/format/parseNotebook.ts";
import { any } from "../../src/read/any.ts";
import { decodeText, parseJson } from "../../src/options/parseJson.ts";
import { fromArrow } from "../../src/frame/polars/fromArrow.ts";
import { recordCheck } from "../../src/schema/checks/recordCheck.ts";
import { cronOf } from "../../src/schema/checks/cron.ts";
import { zipped } from "./export/exportFixture.ts";
import { EXAMPLE_FILES } from "./exampleFiles.ts";
import { LIFEFRAME_FILES } from "./lifeframeFiles.ts";
import { assertOwnWords } from "./ownWords.ts";

const RANGE = { tz: "Europe/Berlin", range: "2024" };
const bytesOf = async (reader: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await EXAMPLE_FILES[reader]!.arrayBuffer());

const fit = await bytesOf("fit"), database = await bytesOf("gadgetbridge");
const gpx = new TextDecoder().decode(await bytesOf("gpx"));
const tcx = new TextDecoder().decode(await bytesOf("tcx"));

/** A damaged file for each library: the name, the content, and what its only error says. */
const DAMAGED: readonly (readonly [name: string, content: BlobPart, message: RegExp])[] = [
  ["a.fit", fit.slice().fill(0xff, 20), /checksum is wrong, or a record is damaged\. .*export it/],
  [
    "Gadgetbridge.db",
    database.slice().fill(0x7b, 100, 200),
    /Gadgetbridge\.db: the database is damaged\. Export it again$/,
  ],
  ["a.gpx", `${gpx.slice(0, 60)}<&`, /a\.gpx: .*in line \d+$/],
  [
    "a.gpx",
    "<gpx><trk a></trk></gpx>",
    /a\.gpx: an attribute is invalid, or given twice, in line 1$/,
  ],
  [
    "a.gpx",
    "<gpx><trk></gpx>",
    /an end tag is invalid, or does not match its start tag, in line 1$/,
  ],
  [
    "a.gpx",
    "<gpx>\n&x y;</gpx>",
    /an entity is invalid \(in text, & is written &amp;\), in line 2$/,
  ],
  ["a.gpx", "<gpx><!-- -- --></gpx>", /a comment is invalid, in line 1$/],
  ["a.gpx", "<gpx></gpx><gpx/>", /text or elements are outside of the root element, in line 1$/],
  [
    "a.tcx",
    tcx.replace('version="1.0"', 'version="x"'),
    /first line \(<\?xml \.\.\.\?>\) is invalid/,
  ],
  [
    "Timeline.json",
    '{"semanticSegments": [{"startTime" 1',
    /Timeline\.json: it is not JSON, or cut/,
  ],
  ["a.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART\nEND:VEVENT\nEND:VCALENDAR", /correct line 3/],
  [
    "a.zip",
    zipped({ "a.gpx": gpx }).fill(0x7b, 60, 90),
    /a\.gpx in the zip file cannot be decompr/,
  ],
];

for (const [name, content, message] of DAMAGED) {
  Deno.test(`read.any() explains in its own words what is wrong with a ${name}: ${message.source}`, async () => {
    const error = await assertRejects(() => any(new File([content], name), RANGE), TypeError);
    assertMatch(error.message, message);
    assertOwnWords(error.message);
  });
}

Deno.test("a damaged line and a damaged Parquet table of an export are reported in our words", async () => {
  const name = Object.keys(LIFEFRAME_FILES).find((name) => name.endsWith(".parquet")) ?? "";
  const list = Object.keys(LIFEFRAME_FILES).find((name) => name.endsWith("data_types.ndjson")) ??
    "";
  const table = LIFEFRAME_FILES[name] as Uint8Array<ArrayBuffer>;
  const reasons = new Set<string>();
  for (let at = 8; at < table.length - 8; at += Math.ceil(table.length / 40)) {
    const changed = table.slice();
    changed[at]! ^= 0x55;
    const file = new File([zipped({ ...LIFEFRAME_FILES, [name]: changed })], "mine.zip");
    for (const { reason } of (await any(file, RANGE)).report.problems) reasons.add(reason);
  }
  for (const line of ['{"id":', '{"id" 1}', "{'id'}", '{"id":"\u0001"}', '{"id":1}}']) {
    const file = new File([zipped({ ...LIFEFRAME_FILES, [list]: line })], "mine.zip");
    for (const { reason } of (await any(file, RANGE)).report.problems) reasons.add(reason);
  }
  assert(reasons.size > 5, [...reasons].join("\n"));
  for (const reason of reasons) assertOwnWords(reason);
});

Deno.test("damaged JSON is located, and a name with a control character ends its object", async () => {
  const refused: readonly (readonly [string, string])[] = [
    ['{"a": 1,\n "b" 2}', "character 6 of line 2 is not JSON"],
    ['{"a": [1, 2', "its JSON has no end"],
    ["<html>", "a character is not JSON"],
  ];
  for (const [text, message] of refused) {
    const error = assertThrows(() => parseJson(text), SyntaxError);
    assertEquals([error.message, error.cause instanceof SyntaxError], [message, true]);
    const notebook = assertThrows(() => parseNotebook(text, "x.ipynb"), SyntaxError);
    assertEquals(notebook.message, `Cannot read x.ipynb: it is not JSON: ${message}`);
  }
  const encoding = assertThrows(() => decodeText(Uint8Array.of(0xff)), TypeError);
  assertEquals(encoding.message, "it is not UTF-8");
  const damaged = '{"bucket": [], "Data Points\u0001": [{}]';
  const name = "Takeout/Fit/All Data/derived_com.google.weight_merge_weight.json";
  const error = await assertRejects(
    () => any(new File([zipped({ [name]: damaged })], "takeout.zip"), RANGE),
    TypeError,
  );
  assertOwnWords(error.message);
});

Deno.test("schemas that cannot be used are rejected with the place and the expected value", () => {
  const refused: readonly (readonly [schema: object, message: string])[] = [
    [{ type: "text" }, "type: expected one of "],
    [{ properties: { a: { minLength: "2" } } }, "properties.a.minLength: expected integer"],
    [{ required: "a" }, "required: expected array"],
    [{ properties: { a: { multipleOf: 0 } } }, "multipleOf: expected a number > 0"],
    [{ pattern: "(" }, 'pattern "(" is not a regular expression'],
    [{ pattern: "(?=a)b" }, "Write it without lookaround and back references"],
    [{ pattern: "(a)\\1" }, "Write it without lookaround and back references"],
    [
      { enum: [], type: "object", $ref: "#/nope" },
      "refers to a part that the schema does not have",
    ],
  ];
  for (const [schema, message] of refused) {
    const error = assertThrows(() => recordCheck(JSON.stringify(schema), []), RangeError, message);
    assertOwnWords(error.message);
  }
});

Deno.test("errors for records that a schema rejects explain what each keyword expects", () => {
  const rejected: readonly (readonly [schema: object, value: unknown, message: string])[] = [
    [{ type: ["integer", "null"] }, "x", "expected integer or null"],
    [{ enum: ["a", 1] }, 2, 'expected one of "a", 1'],
    [{ const: "a" }, 2, 'expected "a"'],
    [{ minimum: 3 }, 2, "expected a number >= 3"],
    [{ exclusiveMaximum: 3 }, 3, "expected a number < 3"],
    [{ multipleOf: 2 }, 3, "expected a multiple of 2"],
    [{ minLength: 2 }, "x", "expected at least 2 characters"],
    [{ maxItems: 1 }, [1, 2], "expected at most 1 items"],
    [{ maxProperties: 0 }, { a: 1 }, "expected at most 0 fields"],
    [{ pattern: "^a" }, "b", 'expected text with the pattern "^a"'],
    [{ required: ["a"] }, {}, "the field is missing"],
    [{ additionalProperties: false }, { a: 1 }, "the schema does not have this field"],
    [{ unevaluatedProperties: false }, { a: 1 }, "the schema does not have this field"],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, "expected at most 1 characters"],
    [{ uniqueItems: true }, [1, 1], "two items are equal"],
    [{ contains: { const: 1 } }, [2], "expected at least 1 items that contains allows"],
    [{ prefixItems: [{}], items: false }, [1, 2], "expected at most 1 items"],
    [{ anyOf: [{ const: 1 }, { const: 2 }] }, 3, "expected 1"],
    [{ oneOf: [{}, {}] }, 3, "expected a value that exactly one of the schemas in oneOf allows"],
    [{ not: {} }, 3, "the schema in not allows the value, so it is rejected"],
    [{ if: {}, then: { const: 1 } }, 3, "expected 1"],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, "a record with a also needs b"],
    [{ properties: { a: false } }, { a: 1 }, "the schema allows no value here"],
  ];
  for (const [schema, value, message] of rejected) {
    const found = recordCheck(JSON.stringify({ properties: { x: schema } }), [])({ x: value });
    assertEquals(found[0]?.msg, message, JSON.stringify(schema));
    for (const { msg } of found) assertOwnWords(msg);
  }
});

Deno.test("an invalid cron expression is quoted, with a valid example", () => {
  for (const wrong of ["* * * * MOO", "61 * * * *", "@never"]) {
    const error = assertThrows(() => cronOf(wrong, "UTC"), RangeError);
    assertEquals(error.message, `"${wrong}" is not a cron expression such as "30 7 * * 1-5"`);
  }
});

Deno.test("an error for Arrow data whose values Polars cannot decode does not mention a panic", async () => {
  const { default: pl } = await import("nodejs-polars");
  const frame = pl.DataFrame({ a: ["x", "yy", "zzz"], b: [1, 2, 3] });
  for (const compression of ["lz4", "zstd"] as const) {
    const whole = new Uint8Array(frame.writeIPC({ compression }));
    for (let at = 0; at < whole.length; at += 7) {
      const changed = whole.slice();
      changed[at]! ^= 0xff;
      try {
        fromArrow(changed);
      } catch (error) {
        assertOwnWords((error as Error).message);
      }
    }
  }
});
