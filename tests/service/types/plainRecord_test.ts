import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { METRICS } from "../../../src/service/types/dataTypes.ts";
import { plainRecord } from "../../../src/service/types/plainRecord.ts";
import { metricRecord } from "../../../src/service/types/recordSchemas.ts";

/** Valid and invalid values of a field; `undefined` omits it. */
const oneOf = (...values: unknown[]) => fc.constantFrom(undefined, ...values);
const times = ["2024-01-01T00:00:00Z", "2024-02-30T00:00:00Z", "2024-01-01", "soon", 5, null, ""];
const bodies = fc.record({
  id: oneOf("0191D2A0-0000-7000-8000-0000000000aB", "no id", null, 1),
  start_time: fc.constantFrom(...times, "2024-01-01T00:00:00+02:00", undefined),
  end_time: oneOf(...times),
  value: oneOf(0, 3, 5, 6, -1, 2.5, 1e15, 1e16, "3", null, true),
  unit: oneOf("bpm", "stage", "steps", "no unit", null, 1),
  source: oneOf("Wrist", "", "a\0b", "\ud800", "x".repeat(1001), null, 1, { name: "Wrist" }),
  further: oneOf({ note: "a" }, { tags: [] }, { device: "D" }, { unknown: 1 }, {
    recorded_at: null,
  }),
}).map(({ further, ...body }) =>
  Object.fromEntries(
    Object.entries({ ...body, ...further as object }).filter(([, value]) => value !== undefined),
  )
);

for (const name of ["HeartRate", "SleepStage", "StepCount"]) {
  const metric = METRICS.get(name)!, plain = plainRecord(metric), schema = metricRecord(metric);

  Deno.test(`plainRecord() reads ${name} like the schema, or leaves it to the schema`, () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const read = plain(body);
        if (read === undefined) return;
        const { kept, ...fields } = read;
        assertEquals(kept, {});
        const given = Object.entries(fields).filter(([, value]) => value !== undefined);
        assertEquals(Object.fromEntries(given), { ...schema.parse(body) } as object);
      }),
      { numRuns: 5000 },
    );
  });

  Deno.test(`plainRecord() reads the usual record of ${name}`, () => {
    const id = "0191d2a0-0000-7000-8000-0000000000ab", { unit } = metric;
    const times = { start_time: "2024-01-01T00:00:00Z", end_time: "2024-01-01T00:01:00Z" };
    assert(plain({ id, ...times, value: 3, unit, source: "Wrist" }) !== undefined);
  });
}

Deno.test("plainRecord() leaves other values and unknown members to the schema", () => {
  const plain = plainRecord(METRICS.get("HeartRate")!);
  const hidden = JSON.parse('{"__proto__":1,"start_time":"2024-01-01","value":1}');
  for (const json of [undefined, null, 1, "text", [], hidden]) assertEquals(plain(json), undefined);
});
