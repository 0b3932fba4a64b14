import { assertEquals } from "@std/assert";
import { mirror } from "../../../src/app/mirror.ts";
import { connect } from "../../../src/client/connect.ts";
import { createService } from "../../../src/service/createService.ts";
import { serve } from "../../../src/service/serve.ts";
import { openStore } from "../../../src/store/openStore.ts";
import { grid, SECOND, START } from "../data.ts";
import { encodeAndDecode, framed, samplesTable } from "../floors.ts";
import type { Prepared, Step } from "../step.ts";

const MINUTE = 60n * SECOND, YEAR = 525_600;

/**
 * Starts a service on a port with samples a minute apart, and stores them in a plain table as well.
 */
async function served(count: number) {
  const folder = await Deno.makeTempDir(),
    store = openStore({ path: `${folder}/lifeframe.sqlite` });
  const service = createService({ store }), userid = await service.owner();
  const named = { vendorId: "Watch", name: "Watch" };
  const origin = { source: named, sourceProperties: '{"name":"Watch"}', deviceProperties: "null" };
  const time = grid(count, 60), value = Float64Array.from(time, (_, i) => i % 100);
  for (let from = 0; from < count; from += 100_000) {
    const records = Array.from({ length: Math.min(100_000, count - from) }, (_, i) => {
      const at = time[from + i]!;
      return { id: undefined, start: at, end: at, value: value[from + i]!, origin, extra: null };
    });
    await store.uploads.add({ userid, dataType: "HeartRate", records });
  }
  const { url, stop } = await serve(service), token = await service.issueToken(userid);
  const bare = samplesTable(`${folder}/bare.sqlite`, time, value);
  return {
    url,
    token,
    fetch: service.fetch,
    select: bare.select,
    close: async () => {
      bare.close();
      await stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

type Fetch = typeof fetch;

/** Returns the range of `count` samples. */
function yearOf(count: number) {
  return {
    start_time: new Temporal.Instant(START * 1000n),
    end_time: new Temporal.Instant((START + BigInt(count) * MINUTE) * 1000n),
  };
}

function ask(
  { baseUrl, token, fetch, count, piece }: {
    baseUrl: string;
    token: string;
    fetch?: Fetch | undefined;
    count: number;
    piece: false | undefined;
  },
) {
  const me = connect({ baseUrl, token, ...fetch && { fetch } });
  return () =>
    me.api.metrics.timeSeries(
      { metric: "HeartRate", samprate: "60", ...yearOf(count) },
      piece === undefined ? {} : { piece },
    );
}

const loopback: Step = {
  name: "series request over loopback, store to frame",
  of: "samples",
  sizes: [100_000, 400_000],
  reach: 1.15,
  prepare: async (count): Promise<Prepared> => {
    const { url, token, select, close } = await served(count);
    const ours = ask({ baseUrl: url, token, count, piece: false });
    return {
      ours,
      floor: {
        name: "SELECT, encode, decode",
        run: () => {
          const { time, value } = select();
          return encodeAndDecode(time, value);
        },
        bytes: 16 * count,
      },
      check: async () => assertEquals((await ours()).height, count),
      close,
    };
  },
};

const inProcess: Step = {
  name: "series request in process, store to frame",
  of: "samples",
  sizes: [100_000, 400_000],
  reach: 1.3,
  prepare: async (count): Promise<Prepared> => {
    const { token, fetch, select, close } = await served(count);
    const ours = ask({
      baseUrl: "http://localhost",
      token,
      fetch: fetch as Fetch,
      count,
      piece: false,
    });
    return {
      ours,
      floor: {
        name: "SELECT to frame",
        run: () => {
          const { time, value } = select();
          return framed(time, value);
        },
        bytes: 16 * count,
      },
      check: async () => assertEquals((await ours()).height, count),
      close,
    };
  },
};

const far: Step = {
  name: "a year by the minute, 40 ms a request",
  of: "rows",
  sizes: [YEAR / 12, YEAR],
  reach: 1.2,
  prepare: async (count): Promise<Prepared> => {
    const { url, token, close } = await served(count);
    const slow = async (request: Request): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return await fetch(request);
    };
    const given = { baseUrl: url, token, fetch: slow as Fetch, count };
    return {
      ours: ask({ ...given, piece: undefined }),
      floor: { name: "one request of the whole", run: ask({ ...given, piece: false }) },
      check: async () => assertEquals((await ask({ ...given, piece: undefined })()).height, count),
      close,
    };
  },
};

/** The same year from an up-to-date mirror, without a request to the service. */
const mirrored: Step = {
  name: "a year by the minute of a mirror that is up to date, requests",
  of: "rows",
  sizes: [YEAR / 365, YEAR],
  unit: "requests",
  reach: 0,
  prepare: async (count): Promise<Prepared> => {
    const { url, token, close } = await served(count), data = await Deno.makeTempDir();
    let requests = 0;
    const counted = (request: Request): Promise<Response> => {
      requests++;
      return fetch(request);
    };
    const me = connect({ baseUrl: url, token, tz: "UTC", fetch: counted as Fetch });
    const copy = await mirror(me, { data, onProgress: () => {} });
    const year = { metric: "HeartRate", samprate: "60", ...yearOf(count) } as const;
    return {
      ours: async () => {
        const before = requests;
        await copy.api.metrics.timeSeries(year);
        return { took: requests - before };
      },
      floor: { name: "one request of the whole", run: () => ({ took: 1 }) },
      check: async () => {
        const [here, there] = [
          await copy.api.metrics.timeSeries(year),
          await me.api.metrics.timeSeries(year),
        ];
        assertEquals([here.height, here.frameEqual(there)], [count, true]);
      },
      close: async () => {
        await copy.close();
        await close();
        await Deno.remove(data, { recursive: true });
      },
    };
  },
};

/** Steps for requests. */
export const steps: readonly Step[] = [loopback, inProcess, far, mirrored];
