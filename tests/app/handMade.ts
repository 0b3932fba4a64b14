import type { Zones } from "../../src/time/zone.ts";
import { type Me, withQuestions } from "../../src/app/me.ts";
import { connect } from "../../src/client/connect.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";

/** A record in wire format. */
export type HandMadeRecord = Readonly<Record<string, unknown>>;

/** Contents of a service built by hand, and the parts that it hides. */
export interface HandMadeOptions {
  /** Records by data type. */
  readonly records: Readonly<Record<string, readonly HandMadeRecord[]>>;
  /** Clock of the client. */
  readonly now: string;
  /** Time zone of the client. */
  readonly tz: Zones;
  /** Replaces the service's answer if it returns a status. */
  readonly refuses?: (path: string) => 403 | 404 | undefined;
}

/** Creates a client of a new service that only contains the given records. */
export async function handMade(
  { records, now, tz, refuses = () => undefined }: HandMadeOptions,
): Promise<Me & AsyncDisposable> {
  const store = openStore(), service = createService({ store });
  const client = connect({
    baseUrl: "http://localhost",
    token: await service.issueToken("00000000-0000-4000-8000-000000000001"),
    tz,
    now: () => Temporal.Instant.from(now),
    retry: { limit: 0 },
    fetch: (request) => {
      const status = refuses(new URL(request.url).pathname);
      return status === undefined
        ? service.fetch(request)
        : Response.json({ detail: status === 404 ? "Not found" : "Not shared" }, { status });
    },
  });
  for (const [type, list] of Object.entries(records)) {
    if (list.length > 0) await client.api.ingest.records(type, [...list]);
  }
  return {
    ...withQuestions(client, { name: "made by hand" }),
    async [Symbol.asyncDispose]() {
      await service.close?.();
      store.close();
    },
  };
}

/** Returns sleep between two local times in Europe/Berlin's winter. */
export function slept(
  source: string,
  from: string,
  to: string,
  stage = 3,
): HandMadeRecord {
  return {
    start_time: `${from}:00+01:00`,
    end_time: `${to}:00+01:00`,
    value: stage,
    source: { name: source, sourceBundleIdentifier: `com.example.${source}` },
  };
}
