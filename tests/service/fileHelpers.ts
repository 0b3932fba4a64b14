import { assertEquals } from "@std/assert";
import type { FileVersion } from "../../src/schema/files.ts";
import type { Embedded } from "./embedded.ts";

export const text = (content: string): Uint8Array => new TextEncoder().encode(content);

interface Created {
  file: FileVersion;
  url: string;
}

export function create(
  here: Embedded,
  name: string,
  length: number,
  { path = "/notes", token, family = "file" }: { path?: string; token?: string; family?: string } =
    {},
): Promise<Created> {
  return here.json<Created>(`POST /input/v1/${family}`, {
    body: JSON.stringify({ name, path, content_type: "text/plain", content_length: length }),
    ...(token === undefined ? {} : { token }),
  });
}

/** Sends content to the announced address, without a token. */
export async function send(
  here: Embedded,
  url: string,
  content: Uint8Array,
  { method = "POST", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const response = await here.service.fetch(
    new Request(url, {
      method,
      body: content as Uint8Array<ArrayBuffer>,
      headers: {
        "content-length": String(content.length),
        "content-type": "text/plain",
        ...headers,
      },
    }),
  );
  return { status: response.status, text: await response.text() };
}

export async function upload(
  here: Embedded,
  name: string,
  content: string,
  path = "/notes",
): Promise<string> {
  const { file, url } = await create(here, name, text(content).length, { path });
  assertEquals((await send(here, url, text(content))).status, 200);
  return file.id;
}

export const get = (here: Embedded, id: string): Promise<FileVersion> =>
  here.json<FileVersion>(`GET /input/v1/file/${id}`);
