import { callSignal } from "../options/callSignal.ts";
import { files } from "../api/files.ts";
import type { FileVersion } from "../schema/files.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { ApiError } from "./errors/apiError.ts";
import { type Progress, startProgress } from "../progress/progress.ts";
import { responseError } from "./response/responseError.ts";
import { send } from "./http/send.ts";
import type { Call, CallOptions, Settings } from "./call.ts";

/** Content of a file. Text is sent as UTF-8. */
export type Content = string | Uint8Array | ArrayBuffer | Blob;

/** Options of {@linkcode uploadFile}. */
export interface UploadOptions {
  /** Media type. @default the Blob's, "text/plain" for text, else "application/octet-stream" */
  contentType?: string | undefined;
  /** Stops the upload. */
  signal?: AbortSignal | undefined;
  /** Called when the content has been sent. @default the client's */
  onProgress?: ((progress: Progress) => void) | undefined;
}

const OPTIONS = optionNames<UploadOptions>()("contentType signal onProgress");

/** Shortest part of an address that is hidden in all errors: words are shorter. */
const SHORTEST = 16;

/**
 * Announces a file, sends its content, and reads the result. The address for the content is itself
 * the permission to write there, so it gets no token, and errors only show its host. If the
 * response to the content is lost, the file's state shows whether it arrived.
 *
 * @param fullName Folder and name, such as `/notes/today.md`.
 * @throws {TypeError} if the name does not have this form, or the content is not text, bytes or a Blob
 * @throws {ApiError} if the service refuses the file or its content
 */
export async function uploadFile(
  fullName: string,
  content: Content,
  options: UploadOptions,
  { call, settings }: { call: Call; settings: Settings },
): Promise<FileVersion> {
  const action = `upload ${typeof fullName === "string" ? fullName : "a file"}`;
  checkOptions(action, options, OPTIONS);
  const { path, name } = split(fullName);
  const bytes = await bytesOf(content, action);
  const content_type = options.contentType ?? typeOf(content);
  const body = { name, path, content_type, content_length: bytes.length };
  const progress = startProgress(options.onProgress ?? settings.onProgress, {
    action,
    unit: "bytes",
  });
  progress.report(0, bytes.length);
  const sent = announceAndSend(body, bytes, { action, signal: callSignal(options.signal) }, {
    call,
    settings,
  });
  return await sent.then((file) => (progress.report(bytes.length, bytes.length), file))
    .finally(progress.end);
}

interface Announcement {
  name: string;
  path: string;
  content_type: string;
  content_length: number;
}

async function announceAndSend(
  body: Announcement,
  bytes: Uint8Array<ArrayBuffer>,
  { action, signal }: { action: string; signal: AbortSignal | undefined },
  { call, settings }: { call: Call; settings: Settings },
): Promise<FileVersion> {
  const callOptions: CallOptions = { signal, onProgress: () => {} };
  const made = await call(files.create, { body }, callOptions) as {
    file: FileVersion;
    url: string;
  };
  const read = (): Promise<FileVersion> =>
    call(files.get, { input_id: made.file.id }, callOptions) as Promise<FileVersion>;
  try {
    await sendContent(
      bytes,
      { url: made.url, contentType: body.content_type, action, signal },
      settings,
    );
  } catch (error) {
    const known = error instanceof ApiError ? await read().catch(() => undefined) : undefined;
    if (known?.state === "uploaded" && known.size === bytes.length) return known;
    throw error;
  }
  return await read();
}

interface Target {
  url: string;
  contentType: string;
  action: string;
  signal: AbortSignal | undefined;
}

async function sendContent(
  bytes: Uint8Array<ArrayBuffer>,
  { url, contentType, action, signal }: Target,
  settings: Settings,
): Promise<void> {
  const target = new URL(url, `${settings.baseUrl}/`);
  const shownUrl = `${target.origin}/[address of the upload]`;
  const { href, pathname, search, searchParams } = target;
  const parts = [...searchParams.values(), ...pathname.split("/")];
  const secrets = [href, pathname + search, search, pathname]
    .concat(parts.filter((part) => part.length >= SHORTEST));
  const request = new Request(target, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": contentType,
      "content-length": String(bytes.length),
    },
    body: bytes,
  });
  const answer = await send(request, {
    action,
    fetch: settings.fetch,
    token: () => Promise.resolve(undefined),
    repeatable: true, // the same content at the same address
    retry: settings.retry,
    timeout: settings.timeout,
    totalTimeout: settings.totalTimeout,
    signal,
    secrets,
    shownUrl,
    onPiece: () => {},
  });
  if (answer.status >= 200 && answer.status < 300) return;
  throw responseError(answer, { action, request: { method: "POST", url: shownUrl }, secrets });
}

function split(fullName: string): { path: string; name: string } {
  const slash = typeof fullName === "string" ? fullName.lastIndexOf("/") : -1;
  const name = String(fullName).slice(slash + 1);
  if (slash < 0 || !fullName.startsWith("/") || name === "") {
    throw new TypeError(
      `Cannot upload ${JSON.stringify(fullName)}: it is not a full name such as /notes/today.md`,
    );
  }
  return { path: fullName.slice(0, slash) || "/", name };
}

async function bytesOf(content: Content, action: string): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof content === "string") return new TextEncoder().encode(content);
  if (content instanceof Blob) return new Uint8Array(await content.arrayBuffer());
  if (content instanceof ArrayBuffer) return new Uint8Array(content.slice(0));
  if (content instanceof Uint8Array) return Uint8Array.from(content);
  throw new TypeError(`Cannot ${action}: the content is not text, bytes or a Blob`);
}

function typeOf(content: Content): string {
  if (typeof content === "string") return "text/plain; charset=utf-8";
  return content instanceof Blob && content.type !== "" ? content.type : "application/octet-stream";
}
