// A series of 400 k samples over loopback, store to frame, against reading them into typed arrays,
// encoding and decoding Arrow; and a year at one minute with 40 ms for each request against one
// request of the whole: deno run --allow-all tests/bench/seriesRequest.ts
import { assertEquals } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import { float64Column, timeColumn } from "../../src/frame/columns/columns.ts";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import { createService } from "../../src/service/createService.ts";
import { serve } from "../../src/service/serve.ts";
import { openStore } from "../../src/store/openStore.ts";
import { report } from "./ratio.ts";

const COUNT = 400_000, START = BigInt(Date.UTC(2024, 0, 1)) * 1000n, MINUTE = 60_000_000n;
const folder = await Deno.makeTempDir();
const store = openStore({ path: `${folder}/lifeframe.sqlite` });
const service = createService({ store });
const userid = await service.owner();
const named = { vendorId: "Watch", name: "Watch" };
const origin = { source: named, sourceProperties: '{"name":"Watch"}', deviceProperties: "null" };
for (let from = 0; from < COUNT; from += 100_000) {
  const records = Array.from({ length: 100_000 }, (_, i) => {
    const at = START + BigInt(from + i) * MINUTE;
    return { id: undefined, start: at, end: at, value: i % 100, origin, extra: null };
  });
  await store.uploads.add({ userid, dataType: "HeartRate", records });
}
const { url, stop } = await serve(service);
const token = await service.issueToken(userid);
const interval = { start: START, end: START + BigInt(COUNT) * MINUTE };
const range = {
  start_time: new Temporal.Instant(interval.start * 1000n),
  end_time: new Temporal.Instant(interval.end * 1000n),
};
const near = connect({ baseUrl: url, token });
const far = connect({
  baseUrl: url,
  token,
  fetch: async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    return fetch(request);
  },
});
const year = {
  start_time: range.start_time,
  end_time: range.start_time.add({ hours: 365 * 24 }),
};
const ask = (me: typeof near, over: typeof range, piece: false | undefined) =>
  me.metrics.timeSeries(
    { metric: "HeartRate", samprate: "60", ...over },
    piece === undefined ? {} : { piece },
  );

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 6; round++) {
    const begun = performance.now();
    await work();
    if (round > 0) times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[2]!;
}

try {
  assertEquals((await ask(near, range, false)).height, COUNT);
  const floor = await median(async () => {
    const samples = await store.samples.read({ userid, dataType: "HeartRate", interval });
    const time = timeColumn(BigInt64Array.from(samples.start));
    const value = float64Column(Float64Array.from(samples.value));
    return FORMATS.arrow.decode(FORMATS.arrow.encode({ time, value }));
  });
  const step = await median(() => ask(near, range, false));
  report(`series request of ${COUNT} samples over loopback`, { step, floor }, 1.5);
  report("a year at one minute, 40 ms a request", {
    step: await median(() => ask(far, year, undefined)),
    floor: await median(() => ask(far, year, false)),
  }, 1.6);
} finally {
  await stop();
  await Deno.remove(folder, { recursive: true });
}
