/**
 * Runs 200 clients with a mix of calls against one `task serve`. No answer may be a 5xx, no record
 * may be lost or mixed up, and memory must not grow: `deno run -A tests/torture/load.ts SECONDS`
 * (40).
 * @module
 */
import { running } from "../load/served.ts";

/** Results of a load test. */
export interface LoadFigures {
  /** Number of answered requests. */
  readonly requests: number;
  /** Number of answers with a status of 500 or more. */
  readonly failed: number;
  /** Number of acknowledged records that are missing or duplicated. */
  readonly lost: number;
  /** Number of answers with another client's records. */
  readonly mixed: number;
  /** Median and 99th percentile of the time to an answer, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Growth of the process between half time and the end. */
  readonly growth: number;
}

/** Duration, and number of parallel clients. */
export interface LoadOptions {
  readonly seconds?: number;
  readonly clients?: number;
}

const TYPE = "HeartRate";
const DAY = "2024-05-01";
const RANGE = `start_time=${DAY}T00:00Z&end_time=2024-05-02T00:00Z`;

/** Calls the service from many clients. Each has its own user. */
export async function runLoad(
  { seconds = 40, clients = 200 }: LoadOptions = {},
): Promise<LoadFigures> {
  const users = Array.from({ length: clients }, () => crypto.randomUUID());
  await using service = await running(["--memory", ...users.flatMap((user) => ["--user", user])]);
  const times: number[] = [];
  const counts = { failed: 0, lost: 0, mixed: 0 };
  const end = performance.now() + seconds * 1000;
  let half = 0;
  const halfTime = setTimeout(() => half = service.memory(), seconds * 500);
  try {
    await Promise.all(service.tokens.map((token, i) => oneClient(token, users[i]!)));
  } finally {
    clearTimeout(halfTime);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(share * times.length)] ?? 0);
  return {
    requests: times.length,
    ...counts,
    p50: at(0.5),
    p99: at(0.99),
    growth: service.memory() / half,
  };

  /**
   * Runs one client, which stores records, reads them in several formats, and sometimes deletes
   * some.
   */
  async function oneClient(token: string, user: string): Promise<void> {
    const stored = new Set<string>();
    for (let turn = 0; performance.now() < end; turn++) {
      const batch = Array.from({ length: 20 }, (_, i) => ({
        id: crypto.randomUUID(),
        start_time: new Date(Date.parse(DAY) + (turn * 20 + i) % 86_400 * 1000).toISOString(),
        value: 60 + i,
        source: user,
      }));
      const lines = batch.map((record) => JSON.stringify(record)).join("\n");
      const { status } = await call(token, `/ingest/v1/record/${TYPE}`, {
        method: "POST",
        body: lines,
        headers: { "content-type": "application/x-jsonl" },
      });
      if (status === 201) { for (const { id } of batch) stored.add(id); }
      await call(token, `/data/v0/${user}/metric_time_series?metric=${TYPE}&samprate=60&${RANGE}`);
      await call(token, `/data/v1/catalog?data_type=${TYPE}`);
      await call(token, "/user/v1alpha1/info");
      if (turn % 4 === 0) await compare();
    }
    await compare();

    async function compare(): Promise<void> {
      const { text } = await call(token, `/data/v1alpha1/metric/${TYPE}?${RANGE}`);
      if (text === undefined) return;
      const rows: { id: string; source_name: string }[] = JSON.parse(text);
      counts.mixed += rows.filter(({ source_name }) => source_name !== user).length;
      const there = new Set(rows.map(({ id }) => id));
      counts.lost += [...stored].filter((id) => !there.has(id)).length;
    }
  }

  /** Sends and times a request. Returns the text of an answer with status 200. */
  async function call(
    token: string,
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; text?: string }> {
    const began = performance.now();
    const response = await fetch(service.url + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}`, accept: "application/json" },
    });
    const text = await response.text();
    times.push(performance.now() - began);
    if (response.status >= 500) counts.failed++;
    return response.status === 200 ? { status: 200, text } : { status: response.status };
  }
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- the figures are what it is for
  console.log(await runLoad({ seconds: Number(Deno.args[0] ?? 40) }));
}
