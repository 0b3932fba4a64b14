import { assert } from "@std/assert";
import fc from "fast-check";
import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import { embedded } from "./embedded.ts";

/** Fuzzed parameter values: near meaningful values, and arbitrary text. */
const VALUES = [
  ..."HeartRate,StepCount,SleepStage,ReportedMood,MomentAnnotation,DeletedRecord,Nothing".split(
    ",",
  ),
  ..."arrow,arrowraw,parquet,csv,quotecsv,ndjson,jstable,jscolumns,json,xml".split(","),
  ..."0,1,-1,2,5,6,0.5,1e9,1e300,-0,NaN,Infinity,9007199254740993".split(","),
  ..."15m,60m,day,1h,1d,1w,1mo,1q,1y,7m,1us,90d,9999y,18h/1d,/,1d/1d,23h59m/1w".split(","),
  ..."PT2H,PT0S,P1D,-PT1H,P1M,PT0.0000001S,P100000000D".split(","),
  ..."UTC,Europe/Berlin,Australia/Lord_Howe,America/Sao_Paulo,Pacific/Apia,CET,+02:00,utc".split(
    ",",
  ),
  ..."true,True,false,start,end,split,sum,avg,min,max,asc,desc,v0,v1,v1alpha1".split(","),
  ..."max,delta,mean,uniques,allpoints,rollingmean,mode".split(","),
  ..."note:x,source_id:,metadata.a:b,tags:,:,value:1,metadata.__proto__:x,__proto__:1".split(","),
  ..."note,metadata.,metadata.a,tags,unit,__proto__,constructor".split(","),
  "00000000-0000-4000-8000-000000000001",
];
const TIMES = [
  ..."2024-01-01,2024-01-02T03:04Z,2024-03-31 01:30:00Z,2024-01-24T00:00:00 02:00".split(","),
  ..."0001-01-01T00:00:00Z,9999-12-31T23:59:59.999999Z,1969-12-31T23:59:59.999999Z".split(","),
  ..."1883-11-18T00:00Z,0000-01-01,10000-01-01,2024-02-30,now,1700000000".split(","),
];

const value = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
);
const time = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...TIMES) },
  { weight: 1, arbitrary: value },
);

const gets: Endpoint[] = Object.values(api)
  .flatMap((operations) => Object.values(operations as Record<string, Endpoint>))
  .filter((endpoint) => endpoint.route.startsWith("GET"));

/** A request of an operation with mostly valid parameters. */
const request = fc.constantFrom(...gets).chain((endpoint) => {
  const fields = Object.entries(endpoint.query ?? {});
  const query = fc.tuple(...fields.map(([name, field]) => {
    const one = field.kind === "time"
      ? time
      : field.oneOf !== undefined
      ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...field.oneOf) }, {
        weight: 1,
        arbitrary: value,
      })
      : value;
    return fc.array(one, { minLength: field.required ? 1 : 0, maxLength: field.list ? 3 : 1 })
      .map((values) => values.map((text) => [name, text]));
  }));
  return fc.record({
    endpoint: fc.constant(endpoint),
    query,
    path: fc.array(value, { minLength: 4, maxLength: 4 }),
  });
});

Deno.test("no query is answered with 500, and every error has a reason", async () => {
  await using here = await embedded();
  for (
    const [type, more] of [["HeartRate", { value: 60 }], ["StepCount", { value: 9 }], [
      "SleepStage",
      { value: 3 },
    ], ["MomentAnnotation", {}]] as const
  ) {
    await (await here.ingest(type, [
      { start_time: "2024-01-01T00:00Z", end_time: "2024-01-01T08:00Z", source: "a", ...more },
      { start_time: "0001-01-01T00:00:00Z", ...more },
      { start_time: "2024-03-31T01:00Z", end_time: "2024-03-31T09:00Z", ...more },
      { start_time: "9999-12-31T23:59:59.999999Z", source: "b", ...more },
    ])).text();
  }
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ endpoint, query, path }) => {
      let i = 0;
      const { path: pattern } = splitRoute(endpoint.route);
      const filled = pattern.replaceAll(
        /\{(\w+)\}/g,
        (_, name) =>
          name === "svc_userid" ? here.userid : encodeURIComponent(path[i++]!.toWellFormed()),
      );
      const search = new URLSearchParams(query.flat() as string[][]);
      const route = `GET ${filled}?${search}`;
      const response = await here.send(route);
      const { status } = response;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status === 200) {
        await response.body?.cancel();
        return;
      }
      assert(
        [403, 404, 422].includes(status),
        `${route} answered ${status}: ${String(here.log.at(-1)?.error)}`,
      );
      const { detail } = await response.json();
      assert(typeof detail === "string" || detail.length > 0, route);
    }),
    { numRuns: 1500 },
  );
  for (const status of [200, 404, 422]) assert((seen.get(status) ?? 0) > 5, `${[...seen]}`);
});

Deno.test("no body is answered with 500, and only complete ones are stored", async () => {
  await using here = await embedded();
  const field = fc.constantFrom(
    "id",
    "start_time",
    "end_time",
    "recorded_at",
    "value",
    "unit",
    "source",
    "device",
    "note",
    "tags",
    "metadata",
    "extras",
    "count",
    "__proto__",
  );
  const any = fc.oneof(time, value, fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.constant(null));
  const record = fc.dictionary(field, any).chain((extra) =>
    fc.constantFrom({ start_time: "2024-01-01", value: 60, ...extra }, extra)
  );
  const line = fc.oneof(
    { weight: 8, arbitrary: record.map((json) => JSON.stringify(json)) },
    { weight: 4, arbitrary: fc.constant('{"start_time":"2024-01-01","value":3}') },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  );
  const type = fc.constantFrom(
    "HeartRate",
    "SleepStage",
    "MomentAnnotation",
    "DeletedRecord",
    "Event/x",
  );
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(type, fc.array(line, { maxLength: 4 }), async (dataType, lines) => {
      const response = await here.send(`POST /ingest/v1/record/${dataType}`, {
        body: lines.join("\n"),
        headers: { "content-type": "application/x-jsonl" },
      });
      seen.add(response.status);
      await response.body?.cancel();
      assert(
        [201, 404, 422].includes(response.status),
        `${response.status} ${lines} ${here.log.at(-1)?.error}`,
      );
    }),
    { numRuns: 800 },
  );
  assert(seen.has(201) && seen.has(422));
  const all = "start_time=0001-01-01&end_time=9999-12-31T23:59:59.999999Z";
  for (
    const read of [
      `v0/{me}/metric_samples?metric=HeartRate&`,
      "v1alpha1/event/MomentAnnotation?",
      "v1alpha1/metric/HeartRate?format=csv&",
    ]
  ) {
    const response = await here.send(`GET /data/${read}${all}`);
    await response.body?.cancel();
    assert(response.status === 200, read);
  }
});
