import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import { setImmediate } from "node:timers";
import { joinBytes } from "./bodyParts.ts";
import { LIMITS } from "../../options/limits.ts";

/** Bytes of a body to buffer while nobody reads them. */
const HELD = 256 * 1024;

/** Matches a URL with a user name. */
const WITH_USER = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*@/i;

/** Matches a URL with a scheme other than HTTP. */
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:/i;

/** Matches a valid `Host` header (RFC 9110, 7.2); the port may be empty. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{0,5})?$/i;

/**
 * Milliseconds that a connection with a rejected body stays open, so that the client sees the
 * answer.
 */
const LINGER = 2_000;

/**
 * Converts a request of Node's server into a web request. Returns `undefined` if its address or
 * method is invalid, or it has too many headers: adding a header takes time proportional to the
 * number of others.
 */
export function toRequest(incoming: IncomingMessage): Request | undefined {
  const { method = "GET", url = "/", rawHeaders, httpVersion } = incoming;
  if (rawHeaders.length > 2 * LIMITS.requestHeaders.most) return undefined;
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length;
  const { host } = incoming.headers;
  // RFC 9112, 3.2: exactly one, a name or address with an optional port; none before HTTP/1.1.
  if (!/^1\.[01]$/.test(httpVersion) || hosts > 1) return undefined;
  if (host === undefined ? httpVersion !== "1.0" : !HOST.test(host)) return undefined;
  const { localAddress = "127.0.0.1", localPort } = incoming.socket;
  const own = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  const origin = `http://${host ?? `${own}:${localPort}`}`;
  try {
    const headers = new Headers();
    for (let i = 0; i < rawHeaders.length; i += 2) {
      headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
    }
    if (WITH_USER.test(url) || OTHER_SCHEME.test(url)) return undefined; // RFC 9110, 4.2
    const address = url.startsWith("/") ? origin + url : url === "*" ? `${origin}/*` : url;
    const hasBody = "transfer-encoding" in incoming.headers ||
      Number(incoming.headers["content-length"] ?? 0) > 0;
    const takesBody = method !== "GET" && method !== "HEAD";
    const body = hasBody && takesBody ? bodyOf(incoming) : null;
    return new Request(address, { method, headers, body });
  } catch {
    return undefined;
  }
}

/** Sends a response over Node's server, at the client's speed. */
export async function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const reader = response.body?.getReader();
  try {
    // Do not wait for an unread body.
    if (!incoming.complete) outgoing.setHeader("Connection", "close");
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    while (reader !== undefined && incoming.method !== "HEAD") {
      const { done, value } = await reader.read();
      if (done || gone.signal.aborted) break;
      if (outgoing.write(value)) continue;
      // One millisecond per byte, because a slower reader would hold the answer forever.
      const time = AbortSignal.timeout(1_000 * LIMITS.bodySpeed.most + value.length);
      await once(outgoing, "drain", { signal: AbortSignal.any([gone.signal, time]) });
    }
    outgoing.end();
    if (!incoming.complete) closeLater(incoming);
  } catch (error) {
    outgoing.destroy();
    if (!gone.signal.aborted && (error as Error).name !== "AbortError") throw error;
  } finally {
    reader?.cancel().catch(() => {});
  }
}

/** Bytes around the chunks of a body that are allowed for each of its bytes. */
const AROUND_BYTE = 16;

/** Milliseconds between two checks of the bytes around chunks. */
const CHECKED = 100;

/**
 * Closes the connection of a request whose body has too many bytes around its chunks. The parser
 * skips extensions of chunks without an end; it limits trailers like headers.
 */
function watchChunks(incoming: IncomingMessage): void {
  const { socket } = incoming, before = socket.bytesRead;
  let length = 0;
  incoming.on("data", (chunk: Uint8Array) => length += chunk.length);
  const timer = setInterval(() => {
    const around = socket.bytesRead - before - length;
    if (around > LIMITS.chunkOverhead.most + AROUND_BYTE * length) incoming.destroy();
  }, CHECKED);
  const stop = (): void => {
    clearInterval(timer);
    socket.off("close", stop);
  };
  incoming.once("end", stop);
  socket.once("close", stop); // an answered request does not close
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isOver = false;
  if ("transfer-encoding" in incoming.headers) watchChunks(incoming);
  return new ReadableStream({
    start(controller) {
      // A client may send each byte as a separate chunk; all chunks that arrive in one turn count
      // as one.
      let waiting: Uint8Array<ArrayBuffer>[] = [];
      const pass = (): void => {
        if (isOver || waiting.length === 0) return;
        controller.enqueue(joinBytes(waiting));
        waiting = [];
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      };
      incoming.on("data", (chunk: Uint8Array<ArrayBuffer>) => {
        if (!isOver && waiting.push(chunk) === 1) setImmediate(pass);
      });
      const end = (finish: () => void): void => {
        pass();
        if (!isOver) finish();
        isOver = true;
      };
      incoming.on("end", () => end(() => controller.close()));
      const fail = (): void => end(() => controller.error(new Error("The body is incomplete")));
      incoming.on("error", fail);
      incoming.on("close", fail);
      incoming.pause();
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isOver = true;
      incoming.resume(); // buffered chunks take 200 bytes each
    },
  }, { highWaterMark: HELD, size: (chunk) => chunk!.length });
}

function closeLater(incoming: IncomingMessage): void {
  const timer = setTimeout(() => incoming.socket.destroy(), LINGER);
  incoming.socket.once("close", () => clearTimeout(timer));
}
