import { assert, assertEquals, assertRejects } from "@std/assert";
import { connect, type Me, mirror, type WatchedChange } from "@lifeframe/lifeframe";
import { openService } from "../../../src/service/openService.ts";

const tz = "Europe/Berlin", every = "PT0.01S", atMost = "PT0.02S";

/** Stores heart rates, a new one per number. */
async function beat(me: Me, ...values: number[]): Promise<void> {
  await me.api.ingest.records(
    "HeartRate",
    values.map((value) => ({
      start_time: `2024-01-01T12:00:${String(value).padStart(2, "0")}Z`,
      value,
    })),
  );
}

/** A service, its client, and the end of its next answer about changes. */
interface Watched extends AsyncDisposable {
  readonly me: Me;
  /** Waits for the start of the next looks; the second begins after the first has been read. */
  looked(times?: number): Promise<void>;
  /** Number of requests about changes. */
  requests: number;
  /** Answers 503 to these requests. */
  isAway: boolean;
}

async function open(): Promise<Watched> {
  const service = await openService();
  const token = await service.issueToken(await service.owner());
  let missing = 0, look = Promise.withResolvers<void>();
  const watched: Watched = {
    me: connect({
      ...{ baseUrl: "http://localhost", token, tz, retry: { limit: 0 } },
      fetch: (request) => {
        if (!request.url.includes("/updates")) return service.fetch(request);
        watched.requests++;
        if (--missing <= 0) look.resolve();
        return watched.isAway ? new Response("away", { status: 503 }) : service.fetch(request);
      },
    }),
    looked: (times = 2) => {
      missing = times;
      look = Promise.withResolvers<void>();
      return look.promise;
    },
    ...{ requests: 0, isAway: false, [Symbol.asyncDispose]: service.close },
  };
  return watched;
}

async function next(changes: AsyncGenerator<WatchedChange>): Promise<WatchedChange> {
  return (await changes.next()).value as WatchedChange;
}

Deno.test("me.watch() yields what is new, each once, and nothing from before", async () => {
  await using watched = await open();
  const { me } = watched;
  await beat(me, 1, 2);
  const changes = me.watch({ every, atMost }), looked = watched.looked();
  const first = next(changes);
  await looked;
  await beat(me, 3, 4, 5);
  assertEquals((await first).data_types, { HeartRate: 3 });
  await beat(me, 6);
  await me.api.ingest.records("StepCount", [{ start_time: "2024-01-01T12:00Z", value: 1 }]);
  assertEquals((await next(changes)).data_types, { HeartRate: 1, StepCount: 1 });
  await me.api.tags.create({ body: { name: "a" } });
  const { data_types, lists, files } = await next(changes);
  assertEquals([data_types, lists, files], [{}, true, false]);
  await me.api.files.upload("/a.txt", "hello");
  assertEquals((await next(changes)).files, true);
  await changes.return(undefined as never);
});

Deno.test("a cursor resumes after its change, in another client, with all that came since", async () => {
  await using watched = await open();
  const { me } = watched;
  const changes = me.watch({ every, atMost }), looked = watched.looked();
  const first = next(changes);
  await looked;
  await beat(me, 1);
  const { cursor } = await first;
  await changes.return(undefined as never);
  await beat(me, 2, 3);
  const again = me.watch({ every, atMost, cursor });
  const found = await next(again);
  assertEquals(found.data_types, { HeartRate: 2 });
  await again.return(undefined as never);
  await assertRejects(() => me.watch({ cursor: "x" }).next(), TypeError, "cursor is the text");
  await assertRejects(() => me.watch({ evry: "1m" } as never).next(), TypeError, "every");
  await assertRejects(() => me.watch({ every: "1h", atMost: "1m" }).next(), RangeError, "shorter");
});

Deno.test("watching waits longer while nothing changes or the service is away, and ends with its signal", async () => {
  await using watched = await open();
  const { me } = watched;
  const stop = new AbortController();
  const changes = me.watch({ every: "PT0.005S", atMost: "PT0.2S", signal: stop.signal });
  const first = next(changes);
  const times: number[] = [];
  for (let i = 0; i < 6; i++) {
    watched.isAway = i >= 4;
    await watched.looked(1);
    times.push(performance.now());
  }
  // 5 ms, then 10, 20, 40 and 80 ms between the looks
  assert(times[5]! - times[0]! > 150, times.join());
  watched.isAway = false;
  await beat(me, 1);
  assertEquals((await first).data_types, { HeartRate: 1 });
  const second = next(changes);
  stop.abort(new Error("enough"));
  await assertRejects(() => second, Error, "enough");
});

Deno.test("a revoked token ends watching", async () => {
  await using watched = await open();
  const changes = watched.me.watch({ every, atMost }), looked = watched.looked();
  const first = next(changes);
  await looked;
  const ended = assertRejects(() => first, Error, "401");
  await watched.me.api.sessions.deleteAll();
  await ended;
});

Deno.test("a mirror that follows the service has its records, and yields what it copied", async () => {
  await using watched = await open();
  const { me: service } = watched;
  await beat(service, 1, 2);
  await using copy = await mirror(service, { tz, onProgress: () => {} });
  const followed = copy.follow({ every, atMost }), looked = watched.looked();
  const first = followed.next();
  await looked;
  await beat(service, 3);
  const { value } = await first as { value: { data_type: string; added: number }[] };
  assertEquals(value.map(({ data_type, added }) => [data_type, added]), [["HeartRate", 1]]);
  const range = { start_time: "2024-01-01T00:00Z", end_time: "2024-01-02T00:00Z" };
  const there = await service.samples("HeartRate", range);
  assert(there.frameEqual(await copy.samples("HeartRate", range)));
  assertEquals(there.shape.height, 3);
  await followed.return(undefined as never);
});
