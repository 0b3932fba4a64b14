import { assertEquals } from "@std/assert";
import { tokenClaim } from "../../../src/client/auth/tokenClaim.ts";
import { jwt, USER } from "../fixtures.ts";

Deno.test("tokenClaim() reads a claim of a JWT, even with letters outside ASCII", () => {
  assertEquals(tokenClaim(jwt({ svc_userid: USER }), "svc_userid"), USER);
  assertEquals(tokenClaim(jwt({ "https://é/id": "ü" }), "https://é/id"), "ü");
});

Deno.test("tokenClaim() returns undefined if the text is not a JWT or lacks the claim", () => {
  for (const token of ["opaque", "a.b.c", "..", `${jwt({}).slice(0, -1)}.x`, jwt({ id: 5 })]) {
    assertEquals(tokenClaim(token, "id"), undefined);
  }
});
