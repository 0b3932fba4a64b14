import { assertThrows } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import { signIn } from "../../src/client/auth/signIn.ts";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import { lastOf } from "../helpers/lastOf.ts";
import { LIMITS } from "../../src/options/limits.ts";
import { decodeText, parseJson, parseSteps } from "../../src/options/parseJson.ts";
import { readDamagedJson } from "../../src/read/export/damagedJson.ts";
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

const inSteps = (text: string): unknown => lastOf(parseSteps(text));
const damaged = (text: string): unknown =>
  lastOf(readDamagedJson(text, new SyntaxError("no JSON")));
const object = (members: number): string =>
  `{${Array.from({ length: members }, (_, i) => `"k${i}":1`).join(",")}}`;

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
  jsonRun: {
    exceed: () => {
      const digits = `[${"1,".repeat(100_000)}${"9".repeat(3_000_000)}]`;
      const blanks = `[1,${" ".repeat(3_000_000)}2]`;
      for (const text of [digits, blanks]) {
        for (const parse of [parseJson, inSteps, damaged]) {
          assertThrows(() => parse(text), Error, LIMITS.jsonRun.error);
        }
      }
      parseJson(digits);
    },
    honest: () => {
      const number = `${"1".repeat(300)}.${"1".repeat(700)}`;
      for (const parse of [parseJson, inSteps]) {
        expect(parse(`["${"x".repeat(2_000_000)}", ${" ".repeat(100_000)}${number}]`), [
          "x".repeat(2_000_000),
          Number(number),
        ]);
      }
    },
  },
  jsonMembers: {
    exceed: () => {
      for (const parse of [inSteps, damaged]) {
        assertThrows(() => parse(object(250_001)), Error, LIMITS.jsonMembers.error);
      }
      inSteps(object(250_001));
    },
    honest: () => expect(Object.keys(inSteps(object(100_000)) as object).length, 100_000),
  },
  jsonName: {
    exceed: () => inSteps(`{"${"k".repeat(2 ** 20 + 1)}":1}`),
    honest: () => expect(inSteps(`{"${"k".repeat(100_000)}":1}`), { ["k".repeat(100_000)]: 1 }),
  },
  jsonParts: {
    exceed: () => parseJson(`[${"[],".repeat(20_000_000)}[]]`),
    honest: () => {
      const rows = parseJson(`[${'{"a":1,"b":[1]},'.repeat(999_999)}{"a":1,"b":[1]}]`);
      expect((rows as unknown[]).length, 1_000_000);
    },
  },
} satisfies Record<string, LimitCase>;
