import { assertEquals, assertStringIncludes } from "@std/assert";
import { api } from "../../../src/api/api.ts";
import type { Endpoint } from "../../../src/api/fields/endpoint.ts";
import type { OutputMethod } from "../../../src/api/fields/enums.ts";
import { isProved, warnUnproved } from "../../../src/client/response/warnUnproved.ts";

const RANGE = { start_time: "2024-01-01T00:00Z", end_time: "2024-01-02T00:00Z" };

/** Returns the warnings about an answer with these headers. */
function warnings(
  endpoint: Endpoint,
  args: Record<string, unknown>,
  { output = "arrow", headers = {}, status = 200 }: {
    output?: OutputMethod;
    headers?: Record<string, string>;
    status?: number;
  } = {},
): string[] {
  const said: string[] = [];
  warnUnproved({
    endpoint,
    args: args as never,
    answer: { status, headers: new Headers(headers), bytes: new Uint8Array() },
    output,
    tz: undefined,
    warn: (message) => said.push(message),
  });
  return said;
}

const { timeSeries, records } = api.metrics, lines = api.records.query;

Deno.test("warnUnproved() does not warn about answers that are verified, self-terminated or errors", () => {
  const csv = { output: "csv" } as const;
  for (const proof of ["content-length", "content-encoding"]) {
    assertEquals(warnings(api.sleep.cycles, RANGE, { ...csv, headers: { [proof]: "1" } }), []);
  }
  const digest = `sha-256=:${"A".repeat(43)}=:`;
  assertEquals(isProved(new Headers({ "content-digest": digest })), true);
  assertEquals(isProved(new Headers()), false);
  assertEquals(warnings(timeSeries, { ...RANGE, samprate: "60" }, csv), []); // a grid of known size
  assertEquals(warnings(api.sleep.cycles, RANGE, { output: "arrow" }), []);
  assertEquals(warnings(api.sleep.cycles, RANGE, { ...csv, status: 500 }), []);
  assertEquals(warnings(records, { ...RANGE, format: "json" }), []);
  assertEquals(warnings(api.user.totals, {}), []);
});

Deno.test("warnUnproved() warns once per line format that nothing verifies", () => {
  const [frame] = warnings(api.sleep.cycles, RANGE, { output: "ndjson" });
  assertStringIncludes(
    frame!,
    'the response to "read sleep_cycles" is complete: it is ndjson without',
  );
  assertStringIncludes(frame!, '. Request output "arrow" instead');
  assertEquals(warnings(api.sleep.cycles, RANGE, { output: "ndjson" }), []);

  const [csv] = warnings(records, { data_type: "HeartRate", format: "csv" });
  assertStringIncludes(csv!, 'the response to "read metric/HeartRate" is complete: it is csv');
  assertEquals(csv!.includes("Request output"), false);
  assertEquals(warnings(lines, { q: "HeartRate", format: "csv" }), [], "csv was said");

  const [plain] = warnings(lines, { q: "HeartRate", format: "json" });
  assertStringIncludes(plain!, "is complete: it is JSON lines without");
});
