import { assertEquals, assertRejects } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { BodyError, NotFoundError } from "../../src/client/errors/apiError.ts";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import { clientOf, script } from "./fixtures.ts";

Deno.test("every method rejects an unknown call option before it sends a request", async () => {
  const { fetch, requests } = script();
  const client = clientOf(fetch).api as unknown as Record<string, Record<string, unknown>>;
  for (const [noun, operations] of Object.entries(api)) {
    for (const operation of Object.keys(operations)) {
      const method = client[noun]![operation] as (
        args: object,
        options: object,
      ) => Promise<unknown>;
      await assertRejects(() => method({}, { outptu: "csv" }), TypeError, "outptu");
    }
  }
  assertEquals(requests.length, 0);
});

const RANGE = { start_time: "2024-01-24T00:00Z", end_time: "2024-01-24T00:03Z" };

Deno.test("the call's maximum of rows and bytes overrides the client's", async () => {
  const START = BigInt(Date.UTC(2024, 0, 24)) * 1000n, minute = 60_000_000n;
  const body = FORMATS.arrow.encode({
    time: {
      type: "time",
      values: BigInt64Array.from([0n, 1n, 2n], (i) => START + i * minute),
      zone: "UTC",
    },
    heart_rate: { type: "float64", values: new Float64Array([60, 61, 62]) },
  }) as Uint8Array<ArrayBuffer>;
  const rows = async (own: object, all: object): Promise<number> => {
    const client = clientOf(() => new Response(body), { retry: { limit: 0 }, ...all });
    return (await client.api.metrics.timeSeries({ metric: "HeartRate", ...RANGE }, own)).height;
  };
  for (const name of ["maxRows", "maxUnpacked"]) {
    assertEquals(await rows({}, {}), 3);
    await assertRejects(() => rows({}, { [name]: 2 }), BodyError, name);
    await assertRejects(() => rows({ [name]: 2 }, {}), BodyError, name);
    assertEquals(await rows({ [name]: 1e6 }, { [name]: 2 }), 3);
    assertEquals(await rows({}, { [name]: 1e6 }), 3);
  }
  assertEquals(await rows({ maxRows: 3 }, {}), 3);
});

Deno.test("an answer with a status below 300 is read, and any other is an error", async () => {
  const answer = (status: number) => () => new Response("[]", { status });
  for (const status of [200, 201, 299]) {
    assertEquals(
      await clientOf(script(answer(status)).fetch).api.metrics.catalog(),
      [],
      `${status}`,
    );
  }
  for (const status of [300, 304, 400]) {
    const { fetch } = script(() => new Response(status === 304 ? null : "[]", { status }));
    await assertRejects(() => clientOf(fetch).api.metrics.catalog(), Error, `(${status})`);
  }
});

Deno.test("a client without a catalog still reads records of user-defined types", async () => {
  const id = "Metric/0f8fad5b-d9cb-469f-a165-70867728950e";
  const read = (status: number) => {
    const client = clientOf(
      (request) =>
        new URL(request.url).pathname.includes("/metric/")
          ? Response.json([{ id: "a", start_time: RANGE.start_time, value: 1 }])
          : Response.json({ detail: "no" }, { status }),
      { retry: { limit: 0 } },
    );
    return client.api.metrics.records({ data_type: id, ...RANGE });
  };
  for (const status of [403, 404, 405, 501]) {
    assertEquals((await read(status)).height, 1, `${status}`);
  }
  for (const status of [400, 401, 409, 422, 500, 502, 503]) {
    await assertRejects(() => read(status), Error, `(${status})`);
  }
  await assertRejects(
    () => clientOf(() => Response.json({ detail: "no" }, { status: 404 })).api.metrics.catalog(),
    NotFoundError,
  );
});

Deno.test("a call rejects an unknown output before a request, and suggests the nearest", async () => {
  const client = clientOf(() => {
    throw new Error("nothing is asked");
  });
  await assertRejects(
    () => client.api.metrics.catalog({}, { output: "arow" as "arrow" }),
    RangeError,
    'output "arow" is not one of ndjson, jstable, jscolumns, arrow, arrowraw, parquet, csv, quotecsv; did you mean "arrow"?',
  );
});
