import type { Client } from "../../client/client.ts";
import { toMicros } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { EVER, rangeOf } from "./readTypeRows.ts";
import type { Span } from "./mirrorState.ts";
import type { Available } from "./slices.ts";

export interface ReadOptions {
  /** Owner of the data, if different from the user who reads. */
  readonly owner?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Data that a service has processed since an instant. */
export interface Changes {
  /** Records by data type; records that came twice count twice. */
  readonly counts: { readonly [dataType: string]: number };
  /** Span of the remaining records, by data type; types without a known span are missing. */
  readonly spans: { readonly [dataType: string]: Span };
  /** Changes of files, as text. */
  readonly files: string;
  /** Tag of everything except records and files; `undefined` if the service has no tags. */
  readonly lists: string | undefined;
}

/** Reads what a service has processed since an instant: the only request of an up-to-date copy. */
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

/** Reads what a service has of each data type in an interval. */
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
