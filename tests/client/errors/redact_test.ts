import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { redact } from "../../../src/client/errors/redact.ts";

Deno.test("redact() keeps an ordinary word that was used as a token", () => {
  const kept: [string, string][] = [
    ["wrong", "Cannot read user info: The token is wrong or no longer good (401)"],
    ["good", "The token is wrong or no longer good"],
    ["password", 'there is no metric "password"'],
    ["2025", "end_time 2025-03-01 is before start_time 2025-04-01"],
    ["a", "a message"],
    ["", "a message"],
    ["HeartRate", "Cannot read HeartRate: it is not shared"],
  ];
  for (const [secret, text] of kept) assertEquals(redact(text, [secret]), text);
});

Deno.test("redact() removes a short token if the text marks it as one", () => {
  const cut: [string, string, string][] = [
    ["wrong", "bad header Bearer wrong, wrong again", "bad header Bearer [token], wrong again"],
    ["wrong", '{"access_token":"wrong"}', '{"access_token":"[token]"}'],
    ["wrong", "GET /x?token=wrong&y=1", "GET /x?token=[token]&y=1"],
    ["dev-key-1", "unknown key dev-key-1!", "unknown key [token]!"],
    ["dev-key-1", "no dev-key-12 here", "no dev-key-12 here"],
  ];
  for (const [secret, text, safe] of cut) assertEquals(redact(text, [secret]), safe);
});

Deno.test("redact() removes an unusual secret as a separate word from 8 characters, and anywhere from 16", () => {
  const told = (secret: string) => redact(`key ${secret} and x${secret}x`, [secret]);
  assertEquals(told("abcdef1"), "key abcdef1 and xabcdef1x");
  assertEquals(told("abcdefg1"), "key [token] and xabcdefg1x");
  assertEquals(told("abcdefghijklmn1"), "key [token] and xabcdefghijklmn1x");
  assertEquals(told("abcdefghijklmno1"), "key [token] and x[token]x");
  assertEquals(told("abcdefghijklmnop"), "key [token] and x[token]x");
});

Deno.test("redact() always removes a token of a realistic length, whatever surrounds it", () => {
  const character = fc.constantFrom(
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=$&\\\"'%",
  );
  const token = fc.string({ unit: character, minLength: 16, maxLength: 60 });
  fc.assert(
    fc.property(token, fc.string(), fc.string(), (secret, before, after) => {
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret)]) {
        const safe = redact(before + form + after, [secret]);
        assertEquals(safe.includes(form), false);
        assertEquals(safe.includes("[token]"), true);
      }
    }),
    { seed: 1, numRuns: 300 },
  );
});
