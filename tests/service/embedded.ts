import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import type { LogEntry, Service, ServiceOptions } from "../../src/service/service.ts";

/** A service in this process with one user. */
export interface Embedded extends AsyncDisposable {
  readonly service: Service;
  readonly userid: string;
  readonly token: string;
  readonly log: LogEntry[];
  /** Sends a request as the user, or with another token; null sends no token. */
  send(route: string, options?: SendOptions): Promise<Response>;
  /** Returns the JSON of an answer, which must have the given status (200 by default). */
  json<T = unknown>(route: string, options?: SendOptions & { status?: number }): Promise<T>;
  /** Sends records as JSON lines. */
  ingest(dataType: string, records: readonly object[], options?: SendOptions): Promise<Response>;
}

export interface SendOptions {
  token?: string | null;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** Range of the records in tests, as a query string. */
export const JANUARY = "start_time=2024-01-01T00:00:00Z&end_time=2024-02-01T00:00:00Z";

export async function embedded(
  options: Partial<ServiceOptions> & { path?: string } = {},
): Promise<Embedded> {
  const log: LogEntry[] = [];
  const { path, ...rest } = options;
  const service = createService({
    store: openStore({ path, clock: rest.clock }),
    onLog: (entry) => log.push(entry),
    ...rest,
  });
  const userid = crypto.randomUUID();
  const token = await service.issueToken(userid);
  const send = (route: string, options: SendOptions = {}): Promise<Response> => {
    const space = route.indexOf(" ");
    const body = typeof options.body === "string"
      ? new TextEncoder().encode(options.body)
      : options.body;
    const as = options.token === undefined ? token : options.token;
    return service.fetch(
      new Request(`http://localhost${route.slice(space + 1).replace("{me}", userid)}`, {
        method: route.slice(0, space),
        headers: {
          ...(as === null ? {} : { authorization: `Bearer ${as}` }),
          ...(body === undefined ? {} : { "content-length": String(body.length) }),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
      }),
    );
  };
  return {
    service,
    userid,
    token,
    log,
    send,
    async json<T>(route: string, options: SendOptions & { status?: number } = {}): Promise<T> {
      const response = await send(route, options);
      const text = await response.text();
      if (response.status !== (options.status ?? 200)) {
        throw new Error(`${route} answered ${response.status}: ${text.slice(0, 500)}`);
      }
      return JSON.parse(text);
    },
    ingest: (dataType, records, options = {}) =>
      send(`POST /ingest/v1/record/${dataType}`, {
        body: records.map((record) => JSON.stringify(record)).join("\n"),
        headers: { "content-type": "application/x-jsonl" },
        ...options,
      }),
    [Symbol.asyncDispose]: () => service.close(),
  };
}
