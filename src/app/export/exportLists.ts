import type { Client } from "../../client/client.ts";
import type { CallOptions } from "../../client/call.ts";
import { ApiError } from "../../client/errors/apiError.ts";
import { EVER, rangeOf } from "../mirror/readTypeRows.ts";
import type { ExportFolder } from "./exportFolder.ts";

/** Writes everything except records and files as JSON lines, a file per noun, without any token. */
export async function exportLists(
  client: Client,
  into: ExportFolder,
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = { signal, onProgress: () => {} };
  const userid = await client.userid();
  const { chat_token: _, ...info } = await client.api.user.info({}, options);
  const types = await client.api.catalog.list({ include_archived: true }, options);
  const lists = {
    user: [info],
    sources: await client.api.sources.list({}, options),
    tags: await client.api.tags.list({}, options),
    annotations: await client.api.annotations.list({}, options),
    data_types: types.filter((type) => type.svc_userid === userid && type.id.includes("/")),
    reflections: await client.api.reflections.list({}, options),
    custom_inputs: await client.api.customInputs.list({}, options),
    imports: await importsOf(client, options),
    sessions: await client.api.sessions.list({}, options),
    shares: await client.api.shares.list({}, options),
    share_reads: await client.api.shares.reads(rangeOf(EVER), options),
    datasets: await client.api.shares.datasets({}, options),
    groups: await client.api.groups.list({}, options),
  };
  for (const [name, list] of Object.entries(lists)) await into.writeLines(name, list);
}

/** Returns the imports of files; empty if the service does not store imports. */
async function importsOf(client: Client, options: CallOptions): Promise<readonly object[]> {
  try {
    return await client.api.imports.list({}, options);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return [];
    throw error;
  }
}
