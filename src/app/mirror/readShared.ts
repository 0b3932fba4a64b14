import type { Client } from "../../client/client.ts";
import { ForbiddenError } from "../../client/errors/apiError.ts";
import type { Dataset } from "../../schema/shares.ts";
import type { SharedLists } from "../../store/sharedLists.ts";
import { toMicros } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { annotationDocument, ownTypes } from "./readLists.ts";
import { EVER, rangeOf } from "./readTypeRows.ts";

/** A window that another user shares as a whole. */
export interface SharedWindow extends Interval {
  /** Data types; `file:/path/` for files. */
  readonly types: readonly string[];
}

/** Data that another user shares. */
export interface Shared {
  /** Stored lists of shared data, without records and files. */
  readonly lists: SharedLists;
  /** Shared windows, each once. */
  readonly windows: readonly SharedWindow[];
}

/** Reads what another user shares: permissions, their extent, and the definitions. */
export async function readShared(
  client: Client,
  owner: string,
  signal: AbortSignal | undefined,
): Promise<Shared> {
  const options = { signal, onProgress: () => {} };
  const datasets = (await client.api.shares.datasets({}, options))
    .filter(({ svc_userid }) => svc_userid === owner);
  const windows = new Map<string, SharedWindow>();
  const permissions: SharedLists["permissions"][number][] = [];
  for (const dataset of datasets) {
    const window = windowOf(dataset), range = rangeOf(window);
    const key = JSON.stringify(range);
    const known = windows.get(key) ?? {
      ...window,
      types: await client.api.shares.access({ ...range, sharer_svc_userid: owner }, options),
    };
    windows.set(key, known);
    permissions.push({
      id: dataset.permission_id,
      created: toMicros(dataset.created_at, { tz: "UTC" }),
      body: JSON.stringify({
        datashare_name: dataset.datashare_name,
        svc_user_name: dataset.svc_user_name,
        svc_data_types: known.types,
      }),
      start: dataset.time_start === null ? null : window.start,
      end: dataset.time_end === null ? null : window.end,
    });
  }
  const annotations = await client.api.annotations.list({ svc_userid: owner }, options)
    .catch((error) => {
      if (error instanceof ForbiddenError) return []; // no permission is left
      throw error;
    });
  const catalog = await client.api.catalog.list(
    { svc_userid: owner, include_archived: true },
    options,
  );
  return {
    lists: {
      owner,
      permissions,
      documents: [...annotations.map(annotationDocument), ...ownTypes(catalog, owner)],
    },
    windows: [...windows.values()],
  };
}

function windowOf({ time_start, time_end }: Dataset): Interval {
  const micros = (text: string): bigint => toMicros(text, { tz: "UTC" });
  return {
    start: time_start === null ? EVER.start : micros(time_start),
    end: time_end === null ? EVER.end : micros(time_end),
  };
}
