import { assert, assertEquals, assertRejects } from "@std/assert";
import { ForbiddenError } from "../../src/client/errors/apiError.ts";
import { createPieceCache } from "../../src/client/pieces/pieceCache.ts";
import type { Progress } from "../../src/progress/progress.ts";
import { columnOf } from "../../src/frame/polars/columnsOf.ts";
import { seriesOf } from "../../src/frame/polars/seriesOf.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { within } from "../helpers/within.ts";
import { clientOf } from "./fixtures.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { CallOptions } from "../../src/client/call.ts";
import type { OutputMethod } from "../../src/api/fields/enums.ts";
import type { MetricName } from "../../src/api/fields/metricTable.ts";

const DAY = 86_400_000;
const at = (day: number): number => Date.UTC(2024, 0, 1) + day * DAY;
const iso = (time: number): string => new Date(time).toISOString();
const RANGE = { start_time: iso(at(0)), end_time: iso(at(10)) };

interface Sample {
  uuid: string;
  start: number;
  end: number;
}

/** A service that returns the samples that intersect the range, by start. */
function sampleService(samples: Sample[]) {
  const ranges: [number, number][] = [];
  let underWay = 0, most = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const start = Date.parse(query.get("start_time")!), end = Date.parse(query.get("end_time")!);
    ranges.push([start, end]);
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, 2));
    underWay--;
    const found = samples
      .filter((one) =>
        one.start === one.end
          ? one.start >= start && one.start < end
          : one.start < end && one.end > start
      )
      .sort((a, b) => a.start - b.start);
    return Response.json(found.map(({ uuid, start, end }) => ({
      uuid,
      start_date: iso(start),
      end_date: iso(end),
      has_undetermined_duration: false,
    })));
  };
  return { fetch, ranges, most: () => most };
}

function ids(frame: Frame): unknown {
  const column = columnOf(seriesOf(frame, "uuid"));
  return column.type === "text" ? column.values : undefined;
}

const SAMPLES: Sample[] = [
  { uuid: "before", start: at(-3), end: at(0.5) },
  { uuid: "long", start: at(0.1), end: at(7.3) },
  { uuid: "edge", start: at(1), end: at(2) },
  { uuid: "moment", start: at(2), end: at(2) },
  { uuid: "again", start: at(3.5), end: at(4.5) },
  { uuid: "again", start: at(5.5), end: at(6.5) }, // another occurrence of the same event
  { uuid: "twin", start: at(6.9), end: at(7.1) },
  { uuid: "twin", start: at(6.9), end: at(7.1) }, // which the service itself returns twice
  { uuid: "last", start: at(9.9), end: at(12) },
];

Deno.test("records that cross cuts are returned once, in the order of an uncut call", async () => {
  const { fetch, ranges } = sampleService(SAMPLES);
  const client = clientOf(fetch);
  const args = { metric: "SleepStage", ...RANGE } as const;
  const whole = await client.api.metrics.samples(args, { piece: false });
  assertEquals(ranges.length, 1);
  for (const piece of ["P1D", "PT7H", "P3D"] as const) {
    assertEquals(ids(await client.api.metrics.samples(args, { piece })), ids(whole), piece);
  }
  assertEquals(whole.height, SAMPLES.length);
});

Deno.test("the pieces of a call cover its range without gap or overlap", async () => {
  const { fetch, ranges } = sampleService([]);
  await clientOf(fetch).api.metrics.samples({ metric: "A" as never, ...RANGE }, { piece: "P3D" });
  assertEquals(ranges.sort((a, b) => a[0] - b[0]), [
    [at(0), at(3)],
    [at(3), at(6)],
    [at(6), at(9)],
    [at(9), at(10)],
  ]);
});

Deno.test("a call for years is cut automatically, and a short one is not", async () => {
  const { fetch, ranges } = sampleService([]);
  const client = clientOf(fetch);
  await client.api.metrics.samples({ metric: "A" as never, ...RANGE });
  assertEquals(ranges.length, 1);
  await client.api.metrics.samples({
    metric: "A" as never,
    start_time: iso(at(0)),
    end_time: iso(at(730)),
  });
  assertEquals(ranges.length, 1 + 24);
});

Deno.test("several pieces are requested at once", async () => {
  for (const [concurrency, most] of [[undefined, 4], [1, 1], [7, 7]] as const) {
    const service = sampleService(SAMPLES);
    const options = {
      piece: "PT12H" as const,
      ...concurrency === undefined ? {} : { concurrency },
    };
    await clientOf(service.fetch).api.metrics.samples({ metric: "A" as never, ...RANGE }, options);
    assertEquals(service.most(), most);
    const own = sampleService(SAMPLES);
    await clientOf(own.fetch, { concurrency: 2 })
      .api.metrics.samples({ metric: "A" as never, ...RANGE }, { piece: "PT12H" });
    assertEquals(own.most(), 2);
  }
});

Deno.test("a failed piece is retried separately", async () => {
  const service = sampleService(SAMPLES);
  const tries = new Map<string, number>();
  const client = clientOf((request) => {
    const count = (tries.get(request.url) ?? 0) + 1;
    tries.set(request.url, count);
    return count < 3 && request.url.includes("2024-01-04")
      ? new Response(null, { status: 503 })
      : service.fetch(request);
  });
  const args = { metric: "A" as never, ...RANGE };
  const joined = await client.api.metrics.samples(args, { piece: "P1D" });
  assertEquals(joined.height, SAMPLES.length);
  assertEquals([...tries.values()].sort(), [1, 1, 1, 1, 1, 1, 1, 1, 3, 3]);
});

Deno.test("a permanently failed piece aborts the others and is named in the error", async () => {
  const ended: unknown[] = [];
  let asked = 0;
  const client = clientOf((request) => {
    asked++;
    if (request.url.includes("start_time=2024-01-02")) {
      return Response.json({ detail: "not shared" }, { status: 403 });
    }
    return new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => {
        ended.push(request.signal.reason);
        reject(request.signal.reason);
      });
    });
  });
  const error = await assertRejects(
    () => client.api.metrics.samples({ metric: "A" as never, ...RANGE }, { piece: "P1D" }),
    Error,
    "Cannot read metric_samples: not shared (403)",
  );
  assert((error as { request?: { url: string } }).request!.url.includes("2024-01-02"));
  assertEquals([asked, ended.length], [4, 3]);
});

Deno.test("a signal aborts all pieces at once, and none counts as silent for too long", async () => {
  const stop = new AbortController();
  let asked = 0, ended = 0;
  const client = clientOf((request) => {
    request.signal.addEventListener("abort", () => ended++);
    if (++asked === 4) queueMicrotask(() => stop.abort(new Error("enough")));
    return new Promise(() => {});
  }, { timeout: false });
  const { signal } = stop;
  const call = client.api.metrics.samples({ metric: "A" as never, ...RANGE }, {
    piece: "P1D",
    signal,
  });
  await assertRejects(() => within(5, "the end of the call", call), Error, "enough");
  assertEquals([asked, ended], [4, 4]);
});

Deno.test("a signal aborts the search for places to cut nights", async () => {
  const stop = new AbortController();
  let ended = 0;
  const client = clientOf((request) => {
    request.signal.addEventListener("abort", () => ended++);
    queueMicrotask(() => stop.abort(new Error("enough")));
    return new Promise(() => {});
  }, { timeout: false, concurrency: 1 });
  const call = client.api.sleep.stages(RANGE, { piece: "P2D", signal: stop.signal });
  await assertRejects(() => within(5, "the end of the call", call), Error, "enough");
  assertEquals(ended, 1);
});

Deno.test("a call in pieces reports a single progress, which never decreases", async () => {
  const { fetch } = sampleService(SAMPLES);
  const told: Progress[] = [];
  let own = 0;
  const client = clientOf(fetch, { onProgress: (progress) => told.push(progress) });
  await client.api.metrics.samples({ metric: "A" as never, ...RANGE }, { piece: "P1D" });
  assert(told.length >= 10);
  assert(
    told.every(({ unit, total, action }, i) =>
      unit === "pieces" && total === (i === 0 ? undefined : 10) && action === "read metric_samples"
    ),
  );
  assert(told.every(({ done }, i) => i === 0 || done >= told[i - 1]!.done));
  assertEquals(told.map(({ ended }) => ended), told.map((_, i) => i === told.length - 1));
  assertEquals(told.at(-1)!.done, 10);
  const before = told.length;
  const options: CallOptions = { piece: "P5D", onProgress: () => own++ };
  await client.api.metrics.samples({ metric: "A" as never, ...RANGE }, options);
  assert(own >= 2);
  assertEquals(told.length, before);
});

Deno.test("a call that cannot be cut is one request", async () => {
  const asked: string[] = [];
  const client = clientOf((request) => {
    asked.push(new URL(request.url).pathname);
    return Response.json([]);
  });
  await client.api.metrics.aggregate(
    { data_type: "HeartRate", resolution: "day", function: ["avg"], ...RANGE },
    { piece: "P1D" },
  );
  assertEquals(asked.length, 1);
});

Deno.test("invalid pieces are rejected before a request", async () => {
  const { fetch, ranges } = sampleService([]);
  const client = clientOf(fetch);
  const args = { metric: "A" as never, ...RANGE };
  for (
    const options of [{ piece: "PT1S" }, { piece: "P1M" }, { piece: "1w" }, {
      piece: "PT0S",
    }] as const
  ) {
    await assertRejects(() => client.api.metrics.samples(args, options), RangeError);
  }
  for (const concurrency of [0, 1.5, -1]) {
    await assertRejects(() => client.api.metrics.samples(args, { concurrency }), RangeError);
  }
  assertEquals(ranges.length, 0);
});

/**
 * A service of stages: one interval of an hour from each start, with cycles numbered by gaps of 2
 * h.
 */
function stageService(spans: [start: number, end: number][]) {
  const requests: URLSearchParams[] = [];
  const fetch = (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    requests.push(query);
    const from = Date.parse(query.get("start_time")!), to = Date.parse(query.get("end_time")!);
    let cycle = -1, last = -Infinity;
    const rows = spans.filter(([start, end]) => start < to && end > from).map(([start, end]) => {
      const [a, b] = [Math.max(start, from), Math.min(end, to)];
      if (a - last >= 2 * 3_600_000) cycle++;
      last = b;
      const [start_time, end_time] = [iso(a), iso(b)];
      return { start_time, end_time, duration_ms: b - a, sleep_stage: 3, cycle };
    });
    return Response.json(rows);
  };
  return { fetch, requests };
}

Deno.test("nights are never cut during sleep, and numbered as in an uncut call", async () => {
  const hour = 3_600_000;
  const nights = Array.from({ length: 10 }, (_, i): [number, number] => [
    at(i) + 22 * hour,
    at(i) + 29 * hour,
  ]);
  // Three days of sleep without a gap, at the usual place of a cut.
  const without = nights.filter(([start]) => start < at(3) || start > at(6.5));
  const endless = [...without, [at(3.2), at(6.4)] as [number, number]].sort((a, b) => a[0] - b[0]);
  for (const spans of [nights, endless]) {
    const { fetch, requests } = stageService(spans);
    const client = clientOf(fetch, { output: "jstable" });
    const args = { start_time: iso(at(0) + hour), end_time: iso(at(10) + 3 * hour) };
    const whole = await client.api.sleep.stages(args, { piece: false });
    requests.length = 0;
    const joined = await client.api.sleep.stages(args, { piece: "P2D" });
    assertEquals(joined.toRecords(), whole.toRecords());
    assert(requests.length > 4);
    for (const query of requests.slice(-3)) {
      const start = Date.parse(query.get("start_time")!);
      const inside = spans.some(([a, b]) => a < start && start < b);
      assertEquals(inside, false, query.get("start_time")!);
    }
  }
});

Deno.test("a failed long range resumes, and does not request finished pieces again", async () => {
  const service = sampleService(SAMPLES);
  let failing = true, asked = 0;
  const client = clientOf((request) => {
    asked++;
    return failing && request.url.includes("start_time=2024-01-05")
      ? Response.json({ detail: "a token that ended" }, { status: 403 })
      : service.fetch(request);
  }, { concurrency: 1 });
  const call = (metric: MetricName, output: OutputMethod): Promise<Frame> =>
    client.api.metrics.samples({ metric, ...RANGE }, { piece: "P1D", output });
  const count = async (metric: MetricName, output: OutputMethod = "arrow"): Promise<number> => {
    asked = 0;
    assertEquals((await call(metric, output)).height, SAMPLES.length);
    return asked;
  };
  await assertRejects(() => call("Metric/a", "arrow"), ForbiddenError);
  assertEquals(asked, 5);
  failing = false;
  assertEquals(await count("Metric/b"), 10, "another call has pieces of its own");
  assertEquals(await count("Metric/a", "csv"), 10, "so has another form: CSV has no empty text");
  assertEquals(await count("Metric/a"), 6, "four pieces were there");
  assertEquals(await count("Metric/a"), 10, "a call that is done leaves nothing behind");
});

Deno.test("keptPieces() drops old pieces, and the oldest if there are too many", () => {
  let now = 0;
  const kept = createPieceCache(() => now);
  const piece = (rows: number) => ({
    frame: toFrame({ value: { type: "float64", values: new Float64Array(rows) } }),
    count: 0n,
  });
  kept.set("a", piece(1));
  now = 15 * 60_000;
  assertEquals(kept.get("a")?.frame.height, 1);
  now++;
  assertEquals(kept.get("a"), undefined);
  for (const key of ["b", "c", "d"]) kept.set(key, piece(12_000_000));
  assertEquals(["b", "c", "d"].map((key) => kept.get(key) !== undefined), [false, true, true]);
  kept.delete(["c"]);
  assertEquals(kept.get("c"), undefined);
});
