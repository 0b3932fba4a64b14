import { assertEquals } from "@std/assert";
import { tokenClaim } from "../../../src/client/auth/tokenClaim.ts";
import { jwt, USER } from "../fixtures.ts";

Deno.test("tokenClaim() reads a claim of a JWT, also one with letters beyond ASCII", () => {
  assertEquals(tokenClaim(jwt({ svc_userid: USER }), "svc_userid"), USER);
  assertEquals(tokenClaim(jwt({ "https://é/id": "ü" }), "https://é/id"), "ü");
});

Deno.test("tokenClaim() finds nothing in what is no JWT or has no such text", () => {
  for (const token of ["opaque", "a.b.c", "..", `${jwt({}).slice(0, -1)}.x`, jwt({ id: 5 })]) {
    assertEquals(tokenClaim(token, "id"), undefined);
  }
});
