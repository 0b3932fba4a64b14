import { assert, assertEquals } from "@std/assert";
import { Credentials } from "../../../src/client/auth/credentials.ts";

const INIT = {
  baseUrl: "https://svc.example",
  authUrl: "https://auth.example",
  clientId: "notes",
  accessToken: "an-access-token-of-someone",
};
const until = Temporal.Instant.from("2024-01-01T00:00:00Z");

Deno.test("Credentials contain the results of a sign-in", () => {
  const whole = new Credentials({ ...INIT, refreshToken: "a-refresh-token", expiresAt: until });
  assertEquals([whole.baseUrl, whole.authUrl, whole.clientId], [
    "https://svc.example",
    "https://auth.example",
    "notes",
  ]);
  assertEquals([whole.accessToken, whole.refreshToken], [INIT.accessToken, "a-refresh-token"]);
  assertEquals(whole.expiresAt, until);
  const least = new Credentials(INIT);
  assertEquals([least.refreshToken, least.expiresAt], [undefined, undefined]);
});

Deno.test("Credentials show when they expire, and whether they are refreshed then", () => {
  const text = (more: object): string => String(new Credentials({ ...INIT, ...more }));
  const start = "Credentials of notes for https://svc.example";
  assertEquals(text({}), start);
  assertEquals(text({ expiresAt: until }), `${start}, good until 2024-01-01T00:00:00Z`);
  assertEquals(text({ refreshToken: "a-refresh-token" }), `${start}, then refreshed`);
  assertEquals(
    text({ expiresAt: until, refreshToken: "a-refresh-token" }),
    `${start}, good until 2024-01-01T00:00:00Z, then refreshed`,
  );
});

Deno.test("Credentials never show a token in any display", () => {
  const shown = new Credentials({ ...INIT, refreshToken: "a-refresh-token", expiresAt: until });
  const display = shown as unknown as Record<symbol, () => unknown>;
  const symbols = Object.getOwnPropertySymbols(shown);
  const cells = symbols.map((symbol) => JSON.stringify(display[symbol]!()));
  assert(cells.length > 0);
  for (const text of [String(shown), JSON.stringify(shown), Deno.inspect(shown), ...cells]) {
    assert(!/token-of|refresh-token/.test(text), text);
    assert(text.includes("notes"), text);
  }
});
