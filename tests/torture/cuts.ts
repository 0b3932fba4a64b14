/**
 * Cuts bodies at every byte and reads them with the client in all eight formats. With a digest, no
 * cut body may become a frame. Without proof, only line formats may, and the client has to warn.
 *
 * ```sh
 * deno run -A tests/torture/cuts.ts
 * ```
 * @module
 */
import { OUTPUT_METHODS, type OutputMethod } from "../../src/api/fields/enums.ts";
import type { Client } from "../../src/client/client.ts";
import { connect } from "../../src/client/connect.ts";
import { frameHeight } from "../../src/frame/polars/seriesOf.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

/** Proof that a body is complete: the digest that our service sends, or nothing. */
export type Proof = "digest" | "none";

/** Results for cut bodies. */
export interface CutFigures {
  /** Number of bodies. */
  cuts: number;
  /** Number of errors. */
  errors: number;
  /** Number of bodies with all rows: only the end of a line was cut off. */
  same: number;
  /** Number of bodies with fewer rows, by format. */
  shorter: Record<string, number>;
}

/** Options of {@linkcode runCuts}. */
export interface CutOptions {
  /** Proof that the service sends. */
  proof: Proof;
  /** Distance between cuts in bytes. @default 1 */
  every?: number;
}

const DAY = { start_time: "2024-03-01T00:00:00Z", end_time: "2024-03-02T00:00:00Z" };
const WATCH = { name: "watch" };

/** Calls whose answers are cut, and whether their rows are known beforehand. */
export const CUT_CALLS: Readonly<
  Record<string, { grid: boolean; ask: (client: Client, output: OutputMethod) => Promise<Frame> }>
> = {
  "metrics.timeSeries on a grid": {
    grid: true,
    ask: (client, output) =>
      client.api.metrics.timeSeries({ metric: "HeartRate", ...DAY, samprate: "3600" }, { output }),
  },
  "metrics.timeSeries without nulls": {
    grid: false,
    ask: (client, output) =>
      client.api.metrics.timeSeries(
        { metric: "HeartRate", ...DAY, samprate: "900", drop_nulls: true },
        { output },
      ),
  },
  "metrics.timeSeries by calendar": {
    grid: false,
    ask: (client, output) =>
      client.api.metrics.timeSeries({ metric: "HeartRate", ...DAY, samprate: "2h" }, { output }),
  },
  "sleep.stages": {
    grid: false,
    ask: (client, output) => client.api.sleep.stages(DAY, { output }),
  },
  "sleep.cycles": {
    grid: false,
    ask: (client, output) => client.api.sleep.cycles(DAY, { output }),
  },
};

/** Warnings of clients. */
export const warnings: string[] = [];

/** Starts a separate service with a night and some heart beats. */
async function sampleService(): Promise<{
  serve: (request: Request) => Promise<Response>;
  userid: string;
}> {
  const service = createService({ store: openStore() });
  const userid = await service.owner(), token = await service.issueToken(userid);
  const fetch = (request: Request): Promise<Response> => Promise.resolve(service.fetch(request));
  const client = connect({ baseUrl: "http://localhost", token, fetch });
  const at = (minutes: number): string =>
    Temporal.Instant.from(DAY.start_time).add({ minutes }).toString();
  await client.api.ingest.records(
    "SleepStage",
    Array.from({ length: 12 }, (_, i) => ({
      start_time: at(30 * i + (i > 6 ? 300 : 0)),
      end_time: at(30 * i + (i > 6 ? 300 : 0) + 30),
      value: [3, 4, 5, 2][i % 4],
      source: WATCH,
    })),
  );
  await client.api.ingest.records(
    "HeartRate",
    Array.from(
      { length: 30 },
      (_, i) => ({ start_time: at(31 * i), value: 60 + i, source: WATCH }),
    ),
  );
  const serve = (request: Request): Promise<Response> => {
    request.headers.set("authorization", `Bearer ${token}`);
    return fetch(request);
  };
  return { serve, userid };
}

/** Cuts the answer to each call in each format and counts the results. */
export async function runCuts({ proof, every = 1 }: CutOptions): Promise<CutFigures> {
  const { serve, userid } = await sampleService();
  const figures: CutFigures = { cuts: 0, errors: 0, same: 0, shorter: {} };
  for (const [name, { ask, grid }] of Object.entries(CUT_CALLS)) {
    for (const output of OUTPUT_METHODS) {
      let whole: { bytes: Uint8Array<ArrayBuffer>; headers: Headers } | undefined, cut = Infinity;
      const client = connect({
        baseUrl: "http://localhost",
        token: "a-token",
        userid,
        retry: { limit: 0 },
        warn: (message) => warnings.push(message),
        fetch: async (request) => {
          if (request.url.includes("catalog")) return await serve(new Request(request));
          if (whole === undefined) {
            const answer = await serve(new Request(request));
            whole = { bytes: new Uint8Array(await answer.arrayBuffer()), headers: answer.headers };
          }
          const headers = new Headers(whole.headers);
          headers.delete("content-length"); // as if a proxy resent it in chunks
          if (proof === "none") headers.delete("content-digest");
          return new Response(whole.bytes.slice(0, cut), { headers });
        },
      });
      const rows = frameHeight(await ask(client, output));
      for (cut = 0; cut < whole!.bytes.length; cut += every) {
        figures.cuts++;
        try {
          const height = frameHeight(await ask(client, output));
          const key = `${output}${grid ? " of a known grid" : ""}`;
          if (height === rows) figures.same++;
          else figures.shorter[key] = (figures.shorter[key] ?? 0) + 1;
        } catch (error) {
          if ((error as Error).name !== "BodyError") throw new Error(name, { cause: error });
          figures.errors++;
        }
      }
    }
  }
  return figures;
}

if (import.meta.main) {
  for (const proof of ["digest", "none"] as const) {
    // deno-lint-ignore no-console -- a program that prints its figures
    console.log(proof, await runCuts({ proof }), [...new Set(warnings)]);
  }
}
