import { assertEquals, assertStringIncludes } from "@std/assert";
import { contentDigest } from "../../../src/client/http/contentDigest.ts";

/** Example of RFC 9530, appendix A: the body and its two digests. */
const BODY = new TextEncoder().encode('{"hello": "world"}\n');
const SHA256 = "RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=";
const SHA512 =
  "YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg==";

function fault(header: string, body = BODY): string | undefined {
  const check = contentDigest(new Headers({ "content-digest": header }));
  for (const byte of body) check?.update(Uint8Array.of(byte));
  return check?.fault();
}

Deno.test("contentDigest() accepts the digests of RFC 9530's example", () => {
  assertEquals(fault(`sha-256=:${SHA256}:`), undefined);
  assertEquals(fault(`sha-512=:${SHA512}:`), undefined);
  assertEquals(fault(`unixsum=:AAA=:, sha-256=:${SHA256}:,sha-512=:${SHA512}:`), undefined);
});

Deno.test("contentDigest() detects a different body and an unreadable digest", () => {
  assertStringIncludes(fault(`sha-256=:${SHA256}:`, BODY.subarray(1))!, "sha-256");
  assertStringIncludes(fault(`sha-256=:${SHA256}:, sha-512=:AAAA:`)!, "sha-512");
  assertStringIncludes(fault(`sha-256=${SHA256}`)!, "sha-256");
});

Deno.test("contentDigest() cannot check other algorithms or encoded bytes", () => {
  assertEquals(contentDigest(new Headers({ "content-digest": "md5=:AAAA:" })), undefined);
  assertEquals(contentDigest(new Headers()), undefined);
  const encoded = { "content-digest": "sha-256=:AAAA:", "content-encoding": "gzip" };
  assertEquals(contentDigest(new Headers(encoded)), undefined);
});
