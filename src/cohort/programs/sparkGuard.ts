import { type ClientHttp2Session, connect } from "node:http2";
import type { LastCalls } from "../spark/sessionGuard.ts";

/**
 * Waits until the process that started it ends for any reason, and then makes the calls that it
 * received on standard input: they tell Spark to interrupt the session's operations, which would
 * otherwise continue. It may only reach that server. The token arrives on standard input, where no
 * other process can read it.
 *
 * @module
 */

/** Number of attempts for the calls, and the wait between them. */
const TRIES = 20, PAUSE_MS = 250;
/** Time after which it gives up on a server that does not answer. */
const LATEST_MS = 60_000;

/** Frames a message for gRPC: the flag for no compression, its length, its bytes. */
function frameMessage(message: Uint8Array): Uint8Array {
  const framed = new Uint8Array(5 + message.length);
  new DataView(framed.buffer).setUint32(1, message.length);
  framed.set(message, 5);
  return framed;
}

/** Makes one call, and ignores the answer. */
function makeCall(
  session: ClientHttp2Session,
  path: string,
  message: Uint8Array,
  headers: LastCalls["headers"],
): Promise<void> {
  return new Promise((resolve, reject) => {
    session.on("error", reject);
    const call = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
      ...headers,
    });
    call.on("error", reject).on("end", resolve).resume();
    call.end(frameMessage(message));
  });
}

/** Makes the calls, one after the other. */
async function makeCalls({ origin, headers, certificates, calls }: LastCalls): Promise<void> {
  const session = connect(origin, certificates === undefined ? {} : { ca: certificates });
  try {
    for (const [path, message] of calls) {
      await makeCall(session, path, Uint8Array.fromBase64(message), headers);
    }
  } finally {
    session.destroy();
  }
}

if (import.meta.main) {
  const given = await new Response(Deno.stdin.readable).text(); // ends as its only writer does
  setTimeout(() => Deno.exit(1), LATEST_MS);
  for (let tries = 1;; tries++) {
    try {
      await makeCalls(JSON.parse(given));
      Deno.exit(0);
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
