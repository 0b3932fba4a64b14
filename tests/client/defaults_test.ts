import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ApiError, BodyError, InvalidError } from "../../src/client/errors/apiError.ts";
import { readSettings } from "../../src/client/readSettings.ts";
import { clientOf, script } from "./fixtures.ts";
import type { CallOptions } from "../../src/client/call.ts";

const DAY = 86_400_000, START = Date.UTC(2024, 0, 1);
const iso = (time: number): string => new Date(time).toISOString();
const span = (milliseconds: number) => ({
  start_time: iso(START),
  end_time: iso(START + milliseconds),
});

/** Defaults in the documentation of options: each name with the number or text after `@default`. */
async function documented(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of ["connectOptions.ts", "http/send.ts", "ingestRecords.ts"]) {
    const text = await Deno.readTextFile(new URL(`../../src/client/${file}`, import.meta.url));
    for (const [, doc, name] of text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+(\w+)\?:/g)) {
      const value = /@default ([\d_]+|false|"\w+")(?=\s|$)/.exec(doc!)?.[1];
      if (value !== undefined) found.set(name!, value.replaceAll(/(?<=\d)_|"/g, ""));
    }
  }
  return found;
}

Deno.test("the defaults of connect() are the documented ones", async () => {
  const { retry, ...rest } = readSettings({ baseUrl: "https://host.example", token: "a-token" });
  const held: Record<string, unknown> = { ...rest, ...retry };
  const said = await documented();
  const names = ["timeout", "totalTimeout", "output", "concurrency", "budget", "limit", "delay"];
  for (const name of [...names, "userClaim"]) {
    assert(said.has(name), `${name} has no documented default`);
    assertEquals(String(held[name]), said.get(name), name);
  }
});

Deno.test("a client's numeric options are accepted up to their bounds only", () => {
  const settings = (options: object) => () =>
    readSettings({ baseUrl: "https://host.example", token: "a-token", ...options });
  const most = 2 ** 31 - 1;
  const bounds: readonly (readonly [string, (value: unknown) => object, number])[] = [
    ["retry.budget", (budget) => ({ retry: { budget } }), 0],
    ["retry.limit", (limit) => ({ retry: { limit } }), 0],
    ["retry.delay", (delay) => ({ retry: { delay } }), 0],
    ["timeout", (timeout) => ({ timeout }), 1],
    ["totalTimeout", (totalTimeout) => ({ totalTimeout }), 1],
    ["concurrency", (concurrency) => ({ concurrency }), 1],
  ];
  for (const [name, make, least] of bounds) {
    for (const value of [least, most]) settings(make(value))();
    for (const value of [least - 1, most + 1, least + 0.5, NaN, Infinity]) {
      assertThrows(
        settings(make(value)),
        RangeError,
        `${name} is ${value}, not an integer from ${least} to ${most}`,
      );
    }
  }
  assertEquals(settings({ timeout: false })().timeout, false);
  assertEquals(settings({ totalTimeout: false })().totalTimeout, false);
});

/**
 * Returns the ranges in milliseconds of the requests that one call sends; every request is
 * rejected.
 */
async function pieces(
  ask: (client: ReturnType<typeof clientOf>) => Promise<unknown>,
): Promise<number[]> {
  const lengths: number[] = [];
  const client = clientOf((request) => {
    const query = new URL(request.url).searchParams;
    lengths.push(Date.parse(query.get("end_time")!) - Date.parse(query.get("start_time")!));
    return Response.json({ detail: "no" }, { status: 400 });
  });
  await assertRejects(() => ask(client), InvalidError);
  return lengths;
}

Deno.test("a long range is cut from the documented length on", async () => {
  const records = (length: number, options?: CallOptions) =>
    pieces((me) => me.api.workouts.list(span(length), options));
  assertEquals(await records(31 * DAY), [31 * DAY]);
  assertEquals(await records(31 * DAY + 1), [31 * DAY, 1]);
  assertEquals(await records(62 * DAY), [31 * DAY, 31 * DAY]);
  assertEquals(await records(400 * DAY, { piece: false }), [400 * DAY]);
  const grid = (length: number, samprate: string) =>
    pieces((me) => me.api.metrics.timeSeries({ metric: "HeartRate", samprate, ...span(length) }));
  const most = 150_000 * 60_000;
  assertEquals(await grid(most, "60"), [most]);
  assertEquals(await grid(most + 60_000, "60"), [most, 60_000]);
  assertEquals(await grid(366 * DAY, "86400"), [366 * DAY]);
  assertEquals(await grid(367 * DAY, "86400"), [366 * DAY, DAY]);
});

Deno.test("nights up to 92 days are one request; for more, the client first looks for places to cut", async () => {
  const pathsOf = async (days: number): Promise<string[]> => {
    const paths: string[] = [];
    const client = clientOf((request) => {
      paths.push(new URL(request.url).pathname.split("/").at(-1)!);
      return Response.json({ detail: "no" }, { status: 400 });
    });
    await assertRejects(() => client.api.sleep.cycles(span(days * DAY)), InvalidError);
    return paths;
  };
  const [whole] = await pathsOf(92);
  assertEquals(await pathsOf(92), [whole]);
  const [first] = await pathsOf(92.01);
  assert(first !== whole, "stages around the cut come before the cycles");
});

Deno.test("a call has at most 1,000 pieces", async () => {
  const ask = (length: number) =>
    pieces((me) => me.api.workouts.list(span(length), { piece: "PT1H", concurrency: 2000 }));
  assertEquals((await ask(1000 * 3_600_000)).length, 1000);
  const client = clientOf(() => Response.json([]));
  await assertRejects(
    () => client.api.workouts.list(span(1001 * 3_600_000), { piece: "PT1H" }),
    RangeError,
    "the limit is 1000",
  );
});

Deno.test("records are sent in batches of 10,000 by default", async () => {
  const sizes = async (count: number, batch?: number): Promise<number[]> => {
    const found: number[] = [];
    const client = clientOf(async (request) => {
      found.push((await request.text()).trim().split("\n").length);
      return Response.json({ upload_id: crypto.randomUUID() }, { status: 201 });
    });
    const records = Array.from({ length: count }, (_, i) => ({ start_time: iso(START + i) }));
    await client.api.ingest.records("HeartRate", records, { batch });
    return found;
  };
  assertEquals(await sizes(10_000), [10_000]);
  assertEquals(await sizes(10_001), [10_000, 1]);
  assertEquals(await sizes(3, 1), [1, 1, 1]);
  assertEquals(await sizes(4, 2), [2, 2]);
});

Deno.test("a temporary failure is retried ten times, and an invalid body twice", async () => {
  const { random } = Math;
  Math.random = () => 0; // no wait between attempts
  try {
    let tries = 0;
    const failing = clientOf(() => (tries++, new Response(null, { status: 503 })), { retry: {} });
    await assertRejects(() => failing.api.tags.list(), ApiError, "tried 11 times");
    assertEquals(tries, 11);
    tries = 0;
    const wrong = clientOf(() => (tries++, new Response("{")), { retry: {} });
    await assertRejects(() => wrong.api.tags.list(), BodyError, "tried 3 times");
    assertEquals(tries, 3);
  } finally {
    Math.random = random;
  }
});

Deno.test("20 redirects are followed, and no more", async () => {
  const after = (redirects: number) => {
    let left = redirects;
    return clientOf(() =>
      left-- > 0
        ? new Response(null, { status: 302, headers: { location: `/at/${left}` } })
        : Response.json([])
    );
  };
  assertEquals(await after(20).api.tags.list(), []);
  await assertRejects(() => after(21).api.tags.list(), ApiError, "redirects more than 20 times");
});

Deno.test("a message lists five faults, and counts the rest", async () => {
  const faults = (count: number) =>
    Array.from(
      { length: count },
      (_, i) => ({ loc: ["query", `a${i}`], msg: "is odd", type: "x" }),
    );
  const messageOf = async (count: number): Promise<string> => {
    const { fetch } = script(Response.json({ detail: faults(count) }, { status: 422 }));
    const error = await assertRejects(() => clientOf(fetch).api.tags.list(), InvalidError);
    assertEquals(error.faults.length, count);
    return error.message;
  };
  const five = [0, 1, 2, 3, 4].map((i) => `a${i}: is odd`).join("; ");
  assertEquals(await messageOf(5), `Cannot read user tag: ${five} (422)`);
  assertEquals(await messageOf(6), `Cannot read user tag: ${five}; and 1 more (422)`);
});

Deno.test("an error quotes 60 characters of an unreadable body, and 300 of plain text", async () => {
  const messageOf = async (answer: Response): Promise<string> => {
    const client = clientOf(() => answer.clone(), { retry: { limit: 0 } });
    return (await assertRejects(() => client.api.tags.list(), ApiError)).message;
  };
  const body = (length: number) => new Response("x".repeat(length));
  assert((await messageOf(body(60))).includes(`it begins with ${"x".repeat(60)} (`));
  assert((await messageOf(body(61))).includes(`it begins with ${"x".repeat(60)}... (`));
  const plain = (length: number) =>
    new Response("y".repeat(length), { status: 409, headers: { "content-type": "text/plain" } });
  assert((await messageOf(plain(300))).includes(`: ${"y".repeat(300)} (409)`));
  assert((await messageOf(plain(301))).includes(`: ${"y".repeat(300)} (409)`));
});

Deno.test("an error names the failed action: read, send or delete", async () => {
  const client = clientOf(() => Response.json({ detail: "no" }, { status: 400 }));
  const body = { name: "tea" }, tag_id = crypto.randomUUID();
  const messageOf = async (call: Promise<unknown>): Promise<string> =>
    (await assertRejects(() => call, InvalidError)).message;
  assertEquals(await messageOf(client.api.tags.list()), "Cannot read user tag: no (400)");
  assertEquals(await messageOf(client.api.tags.create({ body })), "Cannot send user tag: no (400)");
  const own = `user tag/id/${tag_id}: no (400)`;
  assertEquals(await messageOf(client.api.tags.delete({ tag_id })), `Cannot delete ${own}`);
});

Deno.test("a record that is not an object is reported, even if times have a zone", async () => {
  const client = clientOf(() => Response.json({}), { tz: "Europe/Berlin" });
  for (const record of [null, "text", 5, []]) {
    await assertRejects(
      () => client.api.ingest.records("HeartRate", [{ value: 1 }, record as never]),
      TypeError,
      "record 1 is not an object",
    );
  }
});
