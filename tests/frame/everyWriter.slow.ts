import { assert, assertEquals } from "@std/assert";
import { Picture } from "../../src/plot/picture/picture.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { toValues } from "../../src/frame/polars/rows.ts";
import { WRITER_FILES } from "./arrowWriters.ts";
import { EVERY_VERB, type Names, type VerbCase } from "./everyVerb.ts";

const columns = { value: "heart_rate" };
const NAMES: Names = { of: (name) => name === "value" ? "heart_rate" : name, columns };

/**
 * Returns the columns that a verb makes from bytes, except those that it only passes through, or
 * its error.
 */
async function outcome(
  { call }: VerbCase,
  bytes: Uint8Array,
): Promise<{ failed: boolean; shown: readonly (readonly [string, unknown])[] }> {
  try {
    const result = call(bytes, NAMES);
    if (result instanceof Picture) {
      return { failed: false, shown: [["svg", [result.summary, await result.svg()]]] };
    }
    if (result === null || typeof result === "number") {
      return { failed: false, shown: [["value", result]] };
    }
    const values = columnsOf(result);
    const own = columnNames(result).filter((name) => !EXTRA.has(name)).sort(); // they keep their order
    // A chart or table shows the zone of the bytes; the times are the same.
    return { failed: false, shown: own.map((name) => [name, toValues(inUtc(values[name]!))]) };
  } catch (error) {
    return { failed: true, shown: [["error", (error as Error).message]] };
  }
}

const EXTRA = new Set(["heart_rate_src", "source", "count"]);

function inUtc<C extends { readonly type: string }>(column: C): C {
  return column.type === "time" ? { ...column, zone: "UTC" } : column;
}

Deno.test("every verb reads the bytes of every writer as the same data", async () => {
  const whole = WRITER_FILES.filter(({ rows }) => rows > 0);
  const reference = whole.find(({ file }) => file === "pyarrow-file.arrow")!;
  let compared = 0;
  for (const [verb, one] of Object.entries(EVERY_VERB)) {
    const expected = await outcome(one, reference.bytes);
    if (expected.failed) continue; // it needs columns that these bytes do not have
    compared++;
    for (const { file, bytes } of whole) {
      assertEquals(await outcome(one, bytes), expected, `${verb} of ${file}`);
    }
  }
  assert(compared >= 7, `${compared} verbs`);
});

Deno.test("every verb that accepts no rows accepts a body without rows", async () => {
  const [file, stream] = WRITER_FILES.filter(({ rows }) => rows === 0);
  for (const [verb, one] of Object.entries(EVERY_VERB)) {
    assertEquals(await outcome(one, stream!.bytes), await outcome(one, file!.bytes), verb);
  }
});
