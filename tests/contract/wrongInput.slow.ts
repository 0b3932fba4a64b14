import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { sampleClient } from "../../src/app/sampleClient.ts";
import {
  BodyError,
  InvalidError,
  NotFoundError,
  UnauthorizedError,
} from "../../src/client/errors/apiError.ts";
import { connect } from "../../src/client/connect.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";

const USER = "00000000-0000-4000-8000-00000000000a";
const service = createService({ store: openStore() });
const token = await service.issueToken(USER);
const baseUrl = "http://localhost";
const me = sampleClient({ baseUrl, token, fetch: service.fetch });
const day = { start_time: "2024-05-01T00:00Z", end_time: "2024-05-02T00:00Z" };

const steps = (values: readonly unknown[]) =>
  values.map((value, i) => ({
    start_time: `2024-05-01T0${i}:00:00Z`,
    end_time: `2024-05-01T0${i}:10:00Z`,
    value,
  }));

async function stored(): Promise<unknown[]> {
  return (await me.api.metrics.samples({ metric: "StepCount", ...day })).getColumn("value")
    .toArray();
}

Deno.test("an end before its start is rejected before a request, and by the service too", async () => {
  await assertRejects(
    () =>
      me.api.metrics.samples({
        metric: "HeartRate",
        start_time: day.end_time,
        end_time: day.start_time,
      }),
    RangeError,
    "before start_time",
  );
  const query = new URLSearchParams({
    metric: "HeartRate",
    start_time: day.end_time,
    end_time: day.start_time,
  });
  const response = await service.fetch(
    new Request(`${baseUrl}/data/v0/${USER}/metric_samples?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  assertEquals(response.status, 422);
  assertStringIncludes(JSON.stringify(await response.json()), "end_time");
});

Deno.test("an unknown metric is 404, and the error names it", async () => {
  const error = await assertRejects(
    () => me.api.metrics.timeSeries({ metric: "HeartRat" as never, ...day }),
    NotFoundError,
  );
  assertStringIncludes(error.message, "HeartRat");
});

Deno.test("an unknown time zone is rejected by name, by client and service", async () => {
  await assertRejects(
    () => me.api.metrics.timeSeries({ metric: "HeartRate", tz: "Europe/Berlim", ...day }),
    RangeError,
    "Europe/Berlim",
  );
  const query = new URLSearchParams({ metric: "HeartRate", output: "arrow", tz: "+02:00", ...day });
  const response = await service.fetch(
    new Request(`${baseUrl}/data/v0/${USER}/metric_time_series?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  assertEquals(response.status, 422);
});

Deno.test("a missing token fails at once, an invalid one is 401, and neither is shown", async () => {
  assertThrows(() => connect({ baseUrl, token: "" }), TypeError, "token");
  const wrong = connect({ baseUrl, token: `${token}x`, userid: USER, fetch: service.fetch });
  const error = await assertRejects(() => wrong.api.user.info(), UnauthorizedError);
  assert(!Deno.inspect(error).includes(token) && !error.message.includes(token));
});

Deno.test("a truncated body is an error at any byte, never a smaller frame", async () => {
  const whole = new Uint8Array(
    await (await service.fetch(
      new Request(
        `${baseUrl}/data/v0/${USER}/metric_time_series?${new URLSearchParams({
          metric: "HeartRate",
          output: "arrowraw",
          samprate: "3600",
          ...day,
        })}`,
        { headers: { authorization: `Bearer ${token}` } },
      ),
    )).arrayBuffer(),
  );
  for (let length = 0; length < whole.length; length += 7) {
    const cut = connect({
      baseUrl,
      token,
      userid: USER,
      retry: { limit: 0 },
      fetch: () => new Response(whole.slice(0, length)),
    });
    await assertRejects(
      () =>
        cut.api.metrics.timeSeries({ metric: "HeartRate", samprate: "3600", ...day }, {
          output: "arrowraw",
        }),
      BodyError,
    );
  }
});

Deno.test("one invalid line rejects a whole batch, and the error names the line", async () => {
  const error = await assertRejects(
    () => me.api.ingest.records("StepCount", steps([10, "many", 30])),
    InvalidError,
  );
  assertStringIncludes(error.message, "value");
  assertEquals(error.faults.map(({ loc }) => loc.slice(0, 2)), [["body", 2]]);
  assertEquals(await stored(), []);
  await me.api.ingest.records("StepCount", steps([10, 20, 30]));
  assertEquals(await stored(), [10, 20, 30]);
});

Deno.test("an invalid batch leaves stored records unchanged", async () => {
  const before = await stored();
  await assertRejects(() => me.api.ingest.records("StepCount", steps([1, 2, -Infinity])));
  await assertRejects(() =>
    me.api.ingest.records("StepCount", [{ ...steps([1])[0], end_time: "2024-04-30T00:00:00Z" }])
  );
  assertEquals(await stored(), before);
});
