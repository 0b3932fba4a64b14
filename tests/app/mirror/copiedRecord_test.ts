import { assertEquals } from "@std/assert";
import { recordOfRow } from "../../../src/app/mirror/copiedRecord.ts";
import { ANNOTATION_BASES } from "../../../src/schema/enums.ts";

const OWN = "0f8fad5b-d9cb-469f-a165-70867728950e";
const extraOf = (dataType: string, row: object): unknown => {
  const { extra } = recordOfRow(
    { id: OWN, start_time: "2024-01-24T00:00:00Z", value: 1, ...row },
    undefined,
    dataType,
  );
  return extra === null ? null : JSON.parse(extra);
};

Deno.test("a copied record keeps its unit if its type has no definition of one", () => {
  for (const { id } of Object.values(ANNOTATION_BASES)) {
    assertEquals(extraOf(id, { unit: "l" }), { unit: "l" }, id);
    for (const row of [{}, { unit: null }]) assertEquals(extraOf(id, row), null, id);
    assertEquals(extraOf(`${id}/${OWN}`, { unit: "l" }), null, id);
  }
  assertEquals(extraOf("HeartRate", { unit: "bpm" }), null);
});

Deno.test("a copied record keeps note, tags, name and metadata that are not empty", () => {
  const said = { note: "hot", tags: ["a"], name: "Sauna", metadata: { b: 1 } };
  assertEquals(extraOf("HeartRate", said), said);
  const nothing = { note: null, tags: [], metadata: {} };
  assertEquals(extraOf("HeartRate", nothing), null);
  assertEquals(extraOf("HeartRate", { ...nothing, tags: null, metadata: null }), null);
});

Deno.test("a copied record without a start starts when it was recorded, and without an end ends there", () => {
  const times = (row: object) => {
    const { start, end, value, id } = recordOfRow(
      { id: OWN.toUpperCase(), ...row },
      undefined,
      "A",
    );
    return [start, end, value, id];
  };
  const at = (time: string): bigint => BigInt(Date.parse(time)) * 1000n;
  const one = "2024-01-24T00:00:00Z", other = "2024-01-24T01:00:00Z";
  assertEquals(times({ start_time: one, end_time: other, recorded_at: other, value: "7" }), [
    at(one),
    at(other),
    7,
    OWN,
  ]);
  assertEquals(times({ recorded_at: one, value: null }), [at(one), at(one), null, OWN]);
  assertEquals(times({ start_time: null, end_time: null, recorded_at: one }), [
    at(one),
    at(one),
    null,
    OWN,
  ]);
});
