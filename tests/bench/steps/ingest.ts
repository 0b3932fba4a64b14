import { assertEquals } from "@std/assert";
import { createService } from "../../../src/service/createService.ts";
import { openStore } from "../../../src/store/openStore.ts";
import { preparedInserts } from "../floors.ts";
import type { Step } from "../step.ts";

const BATCH = 20_000, FIRST = Date.UTC(2024, 0, 1);

function lines(from: number): string {
  return Array.from({ length: BATCH }, (_, i) => {
    const at = new Date(FIRST + (from + i) * 1000).toISOString();
    return `{"start_time":"${at}","value":${60 + i % 40},"source":"Watch"}`;
  }).join("\n");
}

/** Sends bodies to a new service with a file store, and returns the duration. */
async function ingested(bodies: readonly string[]): Promise<{ took: number; records: number }> {
  const folder = await Deno.makeTempDir();
  const store = openStore({ path: `${folder}/service.sqlite` }), service = createService({ store });
  const token = await service.issueToken(await service.owner()),
    headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/x-jsonl",
    };
  const send = (path: string, body?: string): Promise<Response> =>
    Promise.resolve(service.fetch(
      new Request(`http://localhost${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: body === undefined
          ? headers
          : { ...headers, "content-length": String(body.length) },
        ...body !== undefined && { body },
      }),
    ));
  const begun = performance.now();
  for (const body of bodies) {
    const response = await send("/ingest/v1/record/HeartRate", body);
    if (response.status !== 201) throw new Error(await response.text());
    await response.body?.cancel();
  }
  const took = performance.now() - begun;
  const { total_records } = await (await send("/user/v1alpha1/totals")).json();
  await service.close();
  await Deno.remove(folder, { recursive: true });
  return { took, records: total_records };
}

const jsonLines: Step = {
  name: "durable ingest of JSON lines",
  of: "records",
  sizes: [100_000, 1_000_000],
  reach: 1 / 0.75,
  prepare: (count) => {
    const bodies = Array.from({ length: count / BATCH }, (_, i) => lines(i * BATCH));
    return {
      ours: () => ingested(bodies),
      floor: {
        name: "prepared inserts",
        run: async () => {
          const folder = await Deno.makeTempDir(), begun = performance.now();
          preparedInserts(`${folder}/bare.sqlite`, count);
          const took = performance.now() - begun;
          await Deno.remove(folder, { recursive: true });
          return { took };
        },
        bytes: 48 * count,
      },
      check: async () => assertEquals((await ingested(bodies.slice(0, 1))).records, BATCH),
    };
  },
};

/** Steps for ingesting. */
export const steps: readonly Step[] = [jsonLines];
