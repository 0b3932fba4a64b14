import { assert, assertEquals } from "@std/assert";
import {
  decodeKernelMessage,
  encodeKernelMessage,
  encodeMessage,
  signParts,
} from "../../../src/notebook/kernel/kernelMessage.ts";

const text = new TextEncoder();
const request = {
  id: "request-1",
  session: "session-1",
  type: "execute_request",
  content: { code: "1 + 1 // ü €" },
};

Deno.test("signParts() matches the vectors of RFC 4231, however the text is split", () => {
  const vectors: [key: string, data: string, hmac: string][] = [
    [
      "Jefe",
      "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [
      "\x0b".repeat(20),
      "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ],
  ];
  for (const [key, data, hmac] of vectors) {
    assertEquals(signParts([text.encode(data)], key), hmac);
    assertEquals(signParts([text.encode(data.slice(0, 3)), text.encode(data.slice(3))], key), hmac);
  }
});

Deno.test("encodeKernelMessage() creates a signature of the four parts that WebCrypto accepts", async () => {
  const [delimiter, signature, ...parts] = encodeKernelMessage(request, "key");
  assertEquals(new TextDecoder().decode(delimiter), "<IDS|MSG>");
  assertEquals(parts.length, 4);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", text.encode("key"), algorithm, false, [
    "verify",
  ]);
  const hex = new TextDecoder().decode(signature).match(/../g)!;
  const signed = new Uint8Array(parts.flatMap((part) => [...part]));
  const bytes = Uint8Array.from(hex, (digits) => parseInt(digits, 16));
  assert(await crypto.subtle.verify("HMAC", key, bytes, signed));
});

Deno.test("decodeKernelMessage() reads back a message, with routing frames before it", () => {
  const frames = [text.encode("topic"), ...encodeKernelMessage(request, "key")];
  const { header, ...rest } = decodeKernelMessage(frames, "key")!;
  assertEquals(rest, {
    type: "execute_request",
    parentId: "",
    parent: {},
    metadata: {},
    content: request.content,
    identities: [text.encode("topic")],
    buffers: [],
  });
  assertEquals([header.msg_id, header.session], ["request-1", "session-1"]);
});

Deno.test("encodeMessage() keeps routing frames, parent, metadata and binary data", () => {
  const parts = {
    identities: [text.encode("client")],
    header: { msg_id: "reply-1", msg_type: "execute_reply" },
    parent: { msg_id: "request-1" },
    metadata: { started: "now" },
    content: { status: "ok" },
    buffers: [Uint8Array.of(1, 2), new Uint8Array()],
  };
  const decoded = decodeKernelMessage(encodeMessage(parts, "key"), "key");
  assertEquals(decoded, { ...parts, type: "execute_reply", parentId: "request-1" });
});

Deno.test("decodeKernelMessage() rejects a wrong key and a change in any part", () => {
  const frames = encodeKernelMessage(request, "key");
  assertEquals(decodeKernelMessage(frames, "other key"), null);
  for (let i = 0; i < frames.length; i++) {
    const changed = frames.map((frame) => frame.slice());
    changed[i]![changed[i]!.length - 1]! ^= 1;
    assertEquals(decodeKernelMessage(changed, "key"), null, `frame ${i}`);
    assertEquals(decodeKernelMessage(frames.toSpliced(i, 1), "key"), null, `without frame ${i}`);
  }
  assertEquals(decodeKernelMessage([], "key"), null);
});
