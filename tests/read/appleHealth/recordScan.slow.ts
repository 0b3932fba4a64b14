import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { appleHealth } from "../../../src/read/appleHealth/appleHealth.ts";
import type { AppleHealthOptions } from "../../../src/read/appleHealth/readHealth.ts";
import { exportXml } from "../healthFile.ts";

const HEART = "HKQuantityTypeIdentifierHeartRate";
const SLEEP = "HKCategoryTypeIdentifierSleepAnalysis";

/** Splits text into chunks of `length` bytes. */
function inPieces(text: string, length: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at += length));
    },
  });
}

/** Returns the records of a text, or its error without the byte, which is relative to the chunk. */
async function outcome(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  options: AppleHealthOptions = {},
): Promise<unknown> {
  const rows = (frame: Frame) => toRows(columnsOf(frame));
  try {
    const { records, sleep, workouts, report } = await appleHealth(source, options);
    const read = Object.entries(records).map(([type, frame]) => [type, rows(frame)]);
    return { read, sleep: rows(sleep), workouts: rows(workouts), report };
  } catch (error) {
    assert(error instanceof TypeError, String(error));
    return error.message.replace(/before byte \d+/, "before a byte");
  }
}

/** A good value mostly, an odd one at times. */
const mostly = (good: readonly string[], odd: readonly string[], weight = 400) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...good), weight },
    { arbitrary: fc.constantFrom(...odd), weight: 1 },
  );

const ODD = [
  "",
  "&#65;",
  "&#x1F600;",
  "a &amp; b",
  "😀",
  "血圧",
  "\ud7ff\ue000\ufffd",
  "a > b",
  "/>",
  "]]>",
  "a\tb",
  "a\nb",
  "a\r\nb",
  "a\u0085b\u2028c\u007f",
  "'",
];
const BROKEN = ["&none;", "&", "&amp", "a < b", "a\x0bb", "\ufffe", '"'];
const text = (...good: string[]) =>
  fc.oneof(
    { arbitrary: mostly(good, ODD, 12), weight: 400 },
    { arbitrary: fc.constantFrom(...BROKEN), weight: 1 },
  );
const stamp = text(
  "2024-03-31 01:59:59 +0100",
  "2024-03-31 12:00:00 +0200",
  "2024-02-29 00:00:00 -0330",
  "2023-02-29 00:00:00 +0000",
  "2024-03-31 24:00:00 +0200",
  "2024-03-31 12:00:00 *0200",
  "2024-03-31T12:00:00Z",
);
const VALUES = {
  type: text(HEART, SLEEP, "HKQuantityTypeIdentifierStepCount", "HKDataTypeSleepDurationGoal"),
  sourceName: text("Watch", "Anna’s Phone", "A &amp; B &quot;C&quot;"),
  sourceVersion: text("10.3", "9"),
  device: text("&lt;&lt;HKDevice: 0x2834&gt;, name:Watch&gt;"),
  unit: text("count/min", "count"),
  creationDate: stamp,
  startDate: stamp,
  endDate: stamp,
  value: text(
    ...["61", "0.1", "-7.25", "1e3", "+.5", "9007199254740993", "123456789012345678", "0x3d", "1."],
    "0.30000000000000004",
    "HKCategoryValueSleepAnalysisAsleepCore",
  ),
  key: text("HKTimeZone", "HKOther"),
  extra: text("more"),
};
type Name = keyof typeof VALUES;
const LAYOUTS: readonly (readonly Name[])[] = [
  ["type", "sourceName", "unit", "creationDate", "startDate", "endDate", "value"],
  ["type", "sourceName", "sourceVersion", "device", "startDate", "endDate", "value"],
  ["value", "endDate", "startDate", "unit", "type", "sourceName"],
  ["type", "startDate", "endDate"],
  ["type", "sourceName", "startDate", "endDate", "value", "extra"],
  ["type", "unit", "startDate", "endDate", "value", "unit"],
];

/** The attributes of a tag, as text; another space, quote or layout at times. */
const attributes = (layouts: readonly (readonly Name[])[]) =>
  mostly(
    layouts.slice(0, 2).map(String),
    layouts.map(String),
    4,
  ).chain((layout) =>
    fc.tuple(
      ...layout.split(",").map((name) =>
        fc.tuple(
          mostly([" "], ["  ", "\n  ", "\t", "\r\n", ""], 600),
          mostly([`${name}="`], [`${name} = "`, `${name}='`, `${name}=`], 600),
          name === "value" && layouts !== LAYOUTS
            ? text("Europe/Berlin", "No")
            : VALUES[name as Name],
        ).map(([space, open, value]) =>
          `${space}${open}${value}${open.endsWith("'") ? "'" : open.endsWith("=") ? "" : '"'}`
        )
      ),
    ).map((parts) => parts.join(""))
  );
const entry = fc.tuple(
  attributes([["key", "value"], ["value", "key"]]),
  mostly(["/>"], [" />", "></MetadataEntry>"]),
)
  .map(([inner, end]) => `\n  <MetadataEntry${inner}${end}`);
const child = fc.oneof(
  { arbitrary: entry, weight: 20 },
  {
    arbitrary: fc.constantFrom(
      "<!-- </Record> -->",
      "<![CDATA[</Record>]]>",
      "text &amp; more",
      `<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm="6"/></HeartRateVariabilityMetadataList>`,
      "\r\n",
      "<Record/>",
    ),
    weight: 1,
  },
);
const record = fc.tuple(
  attributes(LAYOUTS),
  fc.oneof(
    { arbitrary: mostly(["/>\n"], [" />", "/>", "/ >", ">", ""], 600), weight: 3 },
    {
      arbitrary: fc.tuple(
        fc.array(child, { maxLength: 3 }),
        mostly(["\n </Record>\n"], ["</Record >\n", "</Workout>"], 400),
      ).map(([inner, end]) => `>${inner.join("")}${end}`),
      weight: 1,
    },
  ),
).map(([inner, end]) => ` <Record${inner}${end}`);
const element = fc.oneof(
  { arbitrary: record, weight: 30 },
  {
    arbitrary: record.map((inner) =>
      `<Correlation type="HKCorrelationTypeIdentifierFood">${inner}</Correlation>`
    ),
    weight: 1,
  },
  { arbitrary: record.map((inner) => `<!-- > ${inner} -->`), weight: 1 },
  { arbitrary: record.map((inner) => `<![CDATA[ > ${inner} ]]>`), weight: 1 },
  {
    arbitrary: mostly(
      [
        ...["\r\n", "\t", "some text &gt;", "<?pi > ?>", "<!-- a -->", "<Me a='>'/>", "<Records/>"],
        `<Workout workoutActivityType="HKWorkoutActivityTypeYoga" startDate="2024-03-31 12:00:00 +0200" endDate="2024-03-31 12:10:00 +0200"><MetadataEntry key="HKTimeZone" value="Europe/Berlin"/></Workout>`,
      ],
      ["]]>", "</Record>", "<a></b>", "\x00", "<Record", "</HealthData>"],
      200,
    ),
    weight: 2,
  },
);
const file = fc.tuple(
  fc.array(element, { maxLength: 12 }),
  fc.oneof(
    { arbitrary: fc.constant(1000), weight: 6 },
    { arbitrary: fc.integer({ min: 0, max: 999 }), weight: 1 },
  ),
  mostly(["1.0"], ["1.1", "1.1", "1.1", "2.0"], 10),
).map(([elements, cut, version]) => {
  const all = exportXml(...elements).replace('version="1.0"', `version="${version}"`);
  return all.slice(0, Math.floor(cut * all.length / 1000)).toWellFormed();
});

Deno.test("appleHealth() reads records from the text exactly like the XML parser", async () => {
  let read = 0, refused = 0;
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 40, max: 3000 }), async (text, length) => {
      // No record fits in eight bytes, so the parser reads all of it.
      const expected = await outcome(inPieces(text, 8));
      assertEquals(await outcome(inPieces(text, 1 << 20)), expected);
      assertEquals(await outcome(inPieces(text, length)), expected);
      if (typeof expected === "string") refused++;
      else read++;
    }),
    { numRuns: 300 },
  );
  assert(read > 60 && refused > 30, `${read} files were read and ${refused} refused`);
});
