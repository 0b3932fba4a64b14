import type { Client } from "../../client/client.ts";
import { toMicros } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { EVER, rangeOf } from "./readTypeRows.ts";
import type { Span } from "./mirrorState.ts";
import type { Available } from "./slices.ts";

/** Whose data is asked for, and what ends it. */
export interface ReadOptions {
  /** Whose, where it is not who reads. */
  readonly owner?: string | undefined;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

/** What a service has processed since a moment. */
export interface Changes {
  /** Records by data type, those that came twice counted twice. */
  readonly counts: { readonly [dataType: string]: number };
  /** From when to when those lie that are left, by data type; of one that is not named it is not told. */
  readonly spans: { readonly [dataType: string]: Span };
  /** What happened to files, as text. */
  readonly files: string;
  /** The tag of what is neither record nor file; undefined where the service gives none. */
  readonly lists: string | undefined;
}

/** Asks what a service has processed since a moment: the one request of a copy that is up to date. */
export async function readChanges(
  client: Client,
  since: string,
  { owner, signal }: ReadOptions = {},
): Promise<Changes> {
  const { data_types, file_changes, lists_tag, spans = {} } = await client.api.changes.updates({
    start_time: since,
    end_time: rangeOf(EVER).end_time,
    ...owner === undefined ? {} : { svc_userid: owner },
  }, { signal, onProgress: () => {} });
  return { counts: data_types, spans, files: JSON.stringify(file_changes), lists: lists_tag };
}

/** What a service has of each data type in an interval. */
export async function readAvailable(
  client: Client,
  interval: Interval,
  { owner, signal }: ReadOptions = {},
): Promise<Map<string, Available>> {
  const list = await client.api.changes.available({
    ...rangeOf(interval),
    ...owner === undefined ? {} : { svc_userid: owner },
  }, { signal, onProgress: () => {} });
  const micros = (text: string | null): bigint | null => text === null ? null : toMicros(text);
  return new Map(
    list.map(({ data_type, count, start_time, end_time }) => [
      data_type,
      { count, start: micros(start_time), end: micros(end_time) },
    ]),
  );
}
