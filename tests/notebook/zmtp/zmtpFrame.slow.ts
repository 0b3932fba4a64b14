import { assert, assertEquals, assertThrows } from "@std/assert";
import { decodeZmtpFrame, encodeZmtpFrame } from "../../../src/notebook/zmtp/zmtpFrame.ts";

Deno.test("encodeZmtpFrame() writes the octets of RFC 23 for a short frame", () => {
  const body = Uint8Array.of(7, 8);
  assertEquals([...encodeZmtpFrame(body)], [0, 2, 7, 8]);
  assertEquals([...encodeZmtpFrame(body, { more: true })], [1, 2, 7, 8]);
  assertEquals([...encodeZmtpFrame(body, { command: true })], [4, 2, 7, 8]);
});

Deno.test("encodeZmtpFrame() writes a length of eight octets for 256 bytes or more", () => {
  assertEquals([...encodeZmtpFrame(new Uint8Array(255)).subarray(0, 3)], [0, 255, 0]);
  const long = encodeZmtpFrame(new Uint8Array(256), { more: true });
  assertEquals([...long.subarray(0, 9)], [3, 0, 0, 0, 0, 0, 0, 1, 0]);
  assertEquals(long.length, 9 + 256);
});

Deno.test("decodeZmtpFrame() reads the output of encodeZmtpFrame(), for every length class", () => {
  for (const length of [0, 1, 254, 255, 256, 257, 65_535, 65_536, 1_000_000]) {
    const body = Uint8Array.from({ length }, (_, i) => i * 31);
    for (const options of [{}, { more: true }, { command: true }]) {
      const bytes = new Uint8Array([9, 9, ...encodeZmtpFrame(body, options), 9]);
      const frame = decodeZmtpFrame(bytes, 2);
      assert(frame);
      assertEquals(frame.end, bytes.length - 1);
      assertEquals(frame.more, "more" in options);
      assertEquals(frame.command, "command" in options);
      assert(frame.body.every((value, i) => value === body[i]) && frame.body.length === length);
    }
  }
});

Deno.test("decodeZmtpFrame() waits for the rest of a frame at every cut", () => {
  for (const length of [3, 300]) {
    const bytes = encodeZmtpFrame(new Uint8Array(length));
    for (let cut = 0; cut < bytes.length; cut++) {
      assertEquals(decodeZmtpFrame(bytes.subarray(0, cut), 0), null);
    }
  }
});

Deno.test("decodeZmtpFrame() rejects reserved flags and lengths over 4 GiB", () => {
  assertThrows(() => decodeZmtpFrame(Uint8Array.of(8, 0), 0), RangeError, "flags are 8");
  const huge = Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0);
  assertThrows(() => decodeZmtpFrame(huge, 0), RangeError, "longer than 4 GiB");
});
