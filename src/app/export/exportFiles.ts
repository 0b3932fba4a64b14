import type { Client } from "../../client/client.ts";
import { ForbiddenError, NotFoundError } from "../../client/errors/apiError.ts";
import type { ExportFolder } from "./exportFolder.ts";

/** Writes the contents of files, in all their versions, and the list of files. */
export async function exportFiles(
  client: Client,
  into: ExportFolder,
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = { signal, onProgress: () => {} };
  const state = ["created", "uploaded", "archived", "deleted"] as const;
  const { files } = await client.api.files.list({ state: [...state] }, options);
  await into.writeLines("files", files ?? []);
  for (const { id, name, state } of files ?? []) {
    if (state !== "uploaded" && state !== "archived") continue;
    const content = await client.api.files.download({ input_id: id }, options).catch((error) => {
      if (error instanceof NotFoundError || error instanceof ForbiddenError) return undefined;
      throw error; // a version without content, or with infected content, is not written
    });
    if (content !== undefined) await into.write(["files", id, name], content, { holds: "file" });
  }
}
