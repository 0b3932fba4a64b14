import { assertEquals, assertThrows } from "@std/assert";
import { encodeKernelMessage } from "../../../src/notebook/kernel/kernelMessage.ts";
import { MessageBuffer } from "../../../src/notebook/kernel/messageBuffer.ts";
import { encodeZmtpFrame } from "../../../src/notebook/zmtp/zmtpFrame.ts";

const KEY = "a key";

/** The bytes of a message as the kernel sends it. */
function bytesOf(type: string, content: Record<string, unknown> = {}, key = KEY): Uint8Array {
  const frames = encodeKernelMessage({ id: type, session: "s", type, content }, key);
  return join(frames.map((frame, i) => encodeZmtpFrame(frame, { more: i < frames.length - 1 })));
}

function join(parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** The types of all messages found when bytes arrive in chunks of this size. */
function read(bytes: Uint8Array, chunk = bytes.length): string[] {
  const buffer = new MessageBuffer(KEY);
  const types: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk) {
    buffer.push(bytes.subarray(at, at + chunk));
    for (let message = buffer.next(); message; message = buffer.next()) types.push(message.type);
  }
  return types;
}

Deno.test("MessageBuffer returns the messages in order, however the bytes are split", () => {
  const bytes = join([
    bytesOf("first"),
    encodeZmtpFrame(Uint8Array.of(4, 80, 73, 78, 71), { command: true }),
    bytesOf("second", { text: "x".repeat(1000) }),
    bytesOf("third"),
  ]);
  for (const chunk of [1, 2, 7, 100, 999, bytes.length]) {
    assertEquals(read(bytes, chunk), ["first", "second", "third"], `chunks of ${chunk}`);
  }
});

Deno.test("MessageBuffer keeps content intact when it grows beyond its initial size", () => {
  const buffer = new MessageBuffer(KEY);
  const text = Array.from({ length: 60_000 }, (_, i) => `${i} `).join("");
  for (let round = 0; round < 5; round++) {
    buffer.push(bytesOf("before"));
    buffer.push(bytesOf("stream", { text }));
    assertEquals(buffer.next()?.type, "before");
    assertEquals(buffer.next()?.content, { text });
    assertEquals(buffer.next(), null);
  }
});

Deno.test("MessageBuffer separates a message that interrupted another, at every byte of its content", () => {
  const outer = bytesOf("display_data", { html: "abc".repeat(100) });
  const inner = bytesOf("status", { execution_state: "idle" });
  const content = outer.length - JSON.stringify({ html: "abc".repeat(100) }).length;
  for (let at = content; at < outer.length; at++) {
    const torn = join([outer.subarray(0, at), inner, outer.subarray(at), bytesOf("next")]);
    for (const chunk of [torn.length, 64]) {
      assertEquals(read(torn, chunk), ["display_data", "status", "next"], `torn at ${at}`);
    }
  }
});

Deno.test("MessageBuffer separates several messages that interrupted one, together or apart", () => {
  const outer = bytesOf("display_data", { html: "abc".repeat(200) });
  const [a, b, c] = ["idle", "busy", "execute_input"].map((type) => bytesOf(type));
  const torn = join([
    outer.subarray(0, 700),
    a!,
    b!,
    outer.subarray(700, 800),
    c!,
    outer.subarray(800),
  ]);
  for (const chunk of [torn.length, 1, 50]) {
    assertEquals(read(torn, chunk), ["display_data", "idle", "busy", "execute_input"]);
  }
});

Deno.test("MessageBuffer throws for a message that was changed or signed with another key", () => {
  const changed = bytesOf("stream", { text: "abc" });
  changed[changed.length - 3]! ^= 1;
  const message = "damaged or not signed";
  assertThrows(() => read(join([changed, bytesOf("next")])), Error, message);
  assertThrows(() => read(bytesOf("stream", {}, "another key")), Error, message);
  assertThrows(
    () => read(new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n")),
    Error,
    message,
  );
});
