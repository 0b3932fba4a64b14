import { createHash } from "node:crypto";
import type { Client } from "../../client/client.ts";
import { ForbiddenError, NotFoundError } from "../../client/errors/apiError.ts";
import type { FileVersion } from "../../schema/files.ts";
import { CHUNK } from "../../store/contents.ts";
import type { StoredFile } from "../../store/files.ts";
import type { Store } from "../../store/openStore.ts";
import { toMicros } from "../../time/instant.ts";

export interface CopyFilesOptions {
  readonly store: Store;
  readonly userid: string;
  /** Owner of the files, if different from the user who reads. */
  readonly owner?: string | undefined;
  /** Stops copying; complete files stay. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies the versions of files that the service has, each completely with its content. A content is
 * read once: a restored version has the content of its original.
 */
export async function copyFiles(
  client: Client,
  { store, userid, owner, signal }: CopyFilesOptions,
): Promise<void> {
  const options = { signal, onProgress: () => {} };
  const state = ["created", "uploaded", "archived", "deleted"] as const;
  const whose = owner === undefined ? {} : { svc_userid: owner };
  const { files } = await client.api.files.list({ state: [...state], ...whose }, options);
  for (const file of files ?? []) {
    const here = await store.files.find(file.id);
    if (here !== undefined && isSame(rowOf(file), rowOf(here))) continue;
    const isReadable = file.state === "uploaded" || file.state === "archived";
    const hasContent = here !== undefined && here.content !== null;
    const content = isReadable && !hasContent && file.scan_state !== "infected"
      ? await contentOf(client, { store, userid, owner, signal }, file)
      : null;
    await store.mirrors.keepFile(userid, { ...rowOf(file), size: BigInt(file.size), content });
  }
}

/**
 * Returns the key of a file's content and reads the content if it is missing; null if the service
 * has none.
 */
async function contentOf(
  client: Client,
  { store, owner, signal }: CopyFilesOptions,
  { id, restored_from_id }: FileVersion,
): Promise<bigint | null> {
  const original = await store.files.find(restored_from_id);
  if (original !== undefined && original.content !== null) return original.content;
  const bytes = await client.api.files.download({
    input_id: id,
    ...owner === undefined ? {} : { svc_userid: owner },
  }, { signal, onProgress: () => {} })
    .catch((error) => {
      if (error instanceof NotFoundError || error instanceof ForbiddenError) return undefined;
      throw error;
    });
  if (bytes === undefined) return null;
  const { contents } = store, content = await contents.begin();
  for (let at = 0, number = 0; at < bytes.length; at += CHUNK) {
    await contents.add(content, number++, [bytes.subarray(at, at + CHUNK)]);
  }
  await contents.close(content, createHash("sha256").update(bytes).digest());
  return content;
}

type FileRow = Omit<StoredFile, "userid" | "content_type" | "content" | "size">;

/** Converts a version on the wire, or a stored version, to its row. */
function rowOf(file: FileVersion | StoredFile): FileRow {
  if ("identity" in file) {
    const { userid: _, content_type: __, content: ___, size: ____, ...row } = file;
    return row;
  }
  const { id, path, name, state, scan_state, source_data_types, source_id, source_name } = file;
  const micros = (text: string | null): bigint | null => text === null ? null : toMicros(text);
  return {
    id,
    path,
    name,
    state: state as StoredFile["state"],
    scan_state: scan_state as StoredFile["scan_state"],
    created: toMicros(file.created_at),
    uploaded: micros(file.uploaded_at),
    archived: micros(file.archived_at),
    deleted: micros(file.deleted_at),
    scanned: micros(file.last_scanned),
    restored_from: file.restored_from_id || null,
    identity: JSON.stringify({ source_data_types, source_id, source_name }),
  };
}

function isSame(one: FileRow, other: FileRow): boolean {
  return (Object.keys(one) as (keyof FileRow)[]).every((name) => one[name] === other[name]);
}
