import { connect } from "../../src/client/connect.ts";
import { signIn } from "../../src/client/auth/signIn.ts";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import { decodeText, parseJson } from "../../src/options/parseJson.ts";
import { expect, type LimitCase } from "./limitCase.ts";

const MEGABYTE = 1 << 20;

/** Returns a body of pieces that are sent on demand; without a count, it never ends. */
function pieces(piece: Uint8Array<ArrayBuffer>, count = Infinity): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (sent++ < count) controller.enqueue(piece);
      else controller.close();
    },
  });
}

/** Reads a body as the answer to a question for a file. */
async function download(body: () => BodyInit, status = 200): Promise<unknown> {
  const me = connect({
    baseUrl: "https://service.example",
    token: "token",
    userid: crypto.randomUUID(),
    fetch: () => new Response(body(), { status }),
    retry: { limit: 0 },
    warn: () => {},
  });
  return await me.api.files.download({ input_id: crypto.randomUUID() });
}

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

/** The cases of the limits on bodies and their text. */
export const BODY_CASES = {
  bodyBytes: {
    exceed: () => download(() => pieces(new Uint8Array(MEGABYTE))),
    honest: async () => {
      const body = await download(() => pieces(new Uint8Array(MEGABYTE), 300));
      expect((body as Uint8Array).length, 300 * MEGABYTE);
    },
  },
  smallBodyBytes: {
    exceed: async () => {
      const message = await download(() => pieces(new Uint8Array(MEGABYTE)), 404).catch(String);
      expect(String(message).includes("it does not exist"), true); // its status counts
      await signIn({
        authUrl: "https://service.example",
        clientId: "test",
        fetch: () =>
          new Response(pieces(new Uint8Array(MEGABYTE)), {
            headers: { "content-type": "application/json" },
          }),
      });
    },
    honest: async () => {
      const detail = Array.from({ length: 300 }, (_, i) => ({
        loc: ["body", i, "value"],
        msg: "Field required, a number is needed",
        type: "missing",
      }));
      const message = await download(() => JSON.stringify({ detail }), 422).catch(String);
      expect(String(message).includes("Field required"), true);
    },
  },
  textBytes: {
    exceed: () => decodeText(new Uint8Array(2 ** 28 + 1)),
    honest: () => {
      const text = decodeText(new Uint8Array(100 * MEGABYTE).fill(0x20));
      expect(text.length, 100 * MEGABYTE);
    },
  },
  jsonDepth: {
    exceed: () =>
      FORMATS.jstable.decode(new TextEncoder().encode(nested(10_000_000)), { schema: {} }),
    honest: () => {
      expect(Array.isArray(parseJson(nested(64))), true);
      const quoted = "[".repeat(1_000) + '\\"' + "{".repeat(1_000);
      expect(parseJson(JSON.stringify({ quoted })), { quoted });
    },
  },
  jsonParts: {
    exceed: () => parseJson(`[${"[],".repeat(20_000_000)}[]]`),
    honest: () => {
      const rows = parseJson(`[${'{"a":1,"b":[1]},'.repeat(999_999)}{"a":1,"b":[1]}]`);
      expect((rows as unknown[]).length, 1_000_000);
    },
  },
} satisfies Record<string, LimitCase>;
