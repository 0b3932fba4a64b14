import { assertEquals, assertThrows } from "@std/assert";
// @ts-types="./standard.d.ts"
import { STANDARD } from "../../../tools/pack/standard.js";

// Deno has them all: its own are what those for older versions of Node must equal.

/** Returns a polyfill of a method, and Deno's own method. */
function pair(name: string): [standIn: Method, own: Method] {
  const [owner, , method] = STANDARD.find(([, found]) => found === name)!;
  return [method, (owner as Record<string, Method>)[name]!];
}

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Returns the result of a call, or the kind of its error. */
function outcome(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return (error as Error).name;
  }
}

const BYTES = Array.from({ length: 70 }, (_, length) => {
  const whole = Uint8Array.from({ length: length + 3 }, (_, i) => (i * 151 + length * 89) % 256);
  return whole.subarray(3); // not at the start of its memory
});

Deno.test("bytes convert to hex and base64 like with Deno's own methods", () => {
  for (const bytes of BYTES) {
    for (
      const [name, options] of [
        ["toHex", []],
        ["toBase64", []],
        ["toBase64", [{ alphabet: "base64url" }]],
        ["toBase64", [{ alphabet: "base64url", omitPadding: true }]],
        ["toBase64", [{ omitPadding: true }]],
      ] as const
    ) {
      const [standIn, own] = pair(name);
      assertEquals(standIn.apply(bytes, [...options]), own.apply(bytes, [...options]));
    }
  }
});

Deno.test("hex and base64 convert to bytes, or are rejected, like with Deno's own methods", () => {
  const texts = BYTES.slice(0, 9).flatMap((bytes) => [
    bytes.toHex(),
    bytes.toHex().toUpperCase(),
    ...(["base64", "base64url"] as const).flatMap((alphabet) => {
      const text = bytes.toBase64({ alphabet });
      return [
        text,
        text.replace(/=+$/, ""),
        ` ${text}\n`,
        `${text}=`,
        text.slice(0, -1),
        `${text}?`,
      ];
    }),
  ]);
  texts.push("", "=", "==", "A", "A===", "zz", "a", "ä", "A=A=", "AAA=AAAA", "+/+/", "-_-_");
  for (const text of texts) {
    const [fromHex, ownFromHex] = pair("fromHex"), [from, ownFrom] = pair("fromBase64");
    assertEquals(
      outcome(() => fromHex.call(Uint8Array, text)),
      outcome(() => ownFromHex.call(Uint8Array, text)),
      `hex ${JSON.stringify(text)}`,
    );
    for (const alphabet of ["base64", "base64url"]) {
      assertEquals(
        outcome(() => from.call(Uint8Array, text, { alphabet })),
        outcome(() => ownFrom.call(Uint8Array, text, { alphabet })),
        `${alphabet} ${JSON.stringify(text)}`,
      );
    }
  }
});

/** Polyfills of maps, with their owner. */
const OF_MAPS = STANDARD.filter(([owner]) =>
  owner === Map.prototype || owner === WeakMap.prototype
);

Deno.test("a value is inserted or computed once per key, even if it is undefined", () => {
  assertEquals(OF_MAPS.length, 4);
  for (const [owner, name, standIn] of OF_MAPS) {
    const isComputed = name === "getOrInsertComputed";
    for (const method of [standIn, (owner as Record<string, Method>)[name]!]) {
      const there = {}, absent = {}, own = owner === Map.prototype ? new Map() : new WeakMap();
      own.set(there, undefined);
      const put = (key: object, value: number): unknown =>
        method.call(own, key, isComputed ? () => value : value);
      assertEquals(put(there, 1), undefined);
      assertEquals(put(absent, 3), 3);
      assertEquals(put(absent, 4), 3);
      if (isComputed) {
        const thrower = {};
        assertThrows(() => method.call(own, thrower, () => BigInt("x")), SyntaxError);
        assertEquals(own.has(thrower), false);
      }
    }
  }
});

Deno.test("text is escaped for a pattern in the same way as by Deno's own method", () => {
  const [standIn, own] = pair("escape");
  const signs = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
  for (
    const text of [
      ...signs,
      ...signs.map((sign) => `(${sign}a`),
      "a.b*c",
      "5-3",
      "\\x41",
      "😀-é",
    ]
  ) {
    assertEquals(standIn.call(RegExp, text), own.call(RegExp, text), JSON.stringify(text));
  }
});
