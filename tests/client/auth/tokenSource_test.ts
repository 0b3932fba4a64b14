import { assertEquals, assertRejects } from "@std/assert";
import { connect } from "../../../src/client/connect.ts";
import { Credentials, type CredentialsInit } from "../../../src/client/auth/credentials.ts";
import { credentialsStore } from "../../../src/client/auth/credentialsStore.ts";
import { SignInError } from "../../../src/client/errors/signInError.ts";
import { tokenSource } from "../../../src/client/auth/tokenSource.ts";
import { UnauthorizedError } from "../../../src/client/errors/apiError.ts";
import { fakeAuth, refusal, tokens } from "../authServer.ts";
import { BASE } from "../fixtures.ts";

const NOW = Temporal.Instant.from("2024-05-01T12:00Z");
const now = () => NOW;
const made = (more: Partial<CredentialsInit> = {}): Credentials =>
  new Credentials({
    baseUrl: BASE,
    authUrl: "https://auth.example/auth",
    clientId: "my-client",
    accessToken: "old-access",
    refreshToken: "refresh-0",
    expiresAt: NOW.add({ hours: 1 }),
    ...more,
  });

Deno.test("tokenSource() returns its token while it is valid", async () => {
  const { fetch, seen } = fakeAuth([]);
  assertEquals(await tokenSource(made(), { baseUrl: BASE, fetch, now })(), "old-access");
  const endless = made({ expiresAt: undefined });
  assertEquals(await tokenSource(endless, { baseUrl: BASE, fetch, now })(), "old-access");
  assertEquals(seen.length, 0);
});

Deno.test("tokenSource() refreshes before the expiry, once for all callers", async () => {
  const { fetch, seen } = fakeAuth([tokens("new-access")]);
  const late = made({ expiresAt: NOW.add({ seconds: 30 }) });
  const source = tokenSource(late, { baseUrl: BASE, fetch, now });
  assertEquals(await Promise.all([source(), source(), source()]), Array(3).fill("new-access"));
  assertEquals(seen.map(({ form }) => form), [{
    client_id: "my-client",
    grant_type: "refresh_token",
    refresh_token: "refresh-0",
  }]);
});

Deno.test("tokenSource() refreshes from one minute before the expiry, not earlier", async () => {
  for (const [milliseconds, wanted] of [[60_001, "old-access"], [60_000, "new-access"]] as const) {
    const { fetch, seen } = fakeAuth([tokens("new-access")]);
    const credentials = made({ expiresAt: NOW.add({ milliseconds }) });
    assertEquals(await tokenSource(credentials, { baseUrl: BASE, fetch, now })(), wanted);
    assertEquals(seen.length, wanted === "new-access" ? 1 : 0);
  }
});

Deno.test("tokenSource() keeps the old refresh token if the answer has no new one", async () => {
  const { fetch, seen } = fakeAuth([
    tokens("second", { refresh_token: undefined }),
    tokens("third", { refresh_token: "refresh-2" }),
    tokens("fourth"),
  ]);
  const source = tokenSource(made(), { baseUrl: BASE, fetch, now });
  assertEquals(await source("old-access"), "second");
  assertEquals(await source("second"), "third");
  assertEquals(await source("third"), "fourth");
  assertEquals(seen.map(({ form }) => form["refresh_token"]), [
    "refresh-0",
    "refresh-0",
    "refresh-2",
  ]);
});

Deno.test("tokenSource() uses a token until its expiry if the refresh gets no answer", async () => {
  const { fetch } = fakeAuth(["none", "none"]);
  const late = made({ expiresAt: NOW.add({ seconds: 30 }) });
  assertEquals(await tokenSource(late, { baseUrl: BASE, fetch, now })(), "old-access");
  const over = made({ expiresAt: NOW });
  const error = await assertRejects(
    () => tokenSource(over, { baseUrl: BASE, fetch, now })(),
    SignInError,
    "did not answer",
  );
  assertEquals(error.failure, "unreachable");
});

Deno.test("tokenSource() asks for another sign-in when the session has expired", async () => {
  const { fetch } = fakeAuth([refusal("invalid_grant")]);
  const over = made({ expiresAt: NOW });
  await assertRejects(
    () => tokenSource(over, { baseUrl: BASE, fetch, now })(),
    SignInError,
    "Sign in again",
  );
  const bare = made({ expiresAt: NOW, refreshToken: undefined });
  await assertRejects(
    () => tokenSource(bare, { baseUrl: BASE, fetch, now })(),
    SignInError,
    "has no refresh token. Sign in again",
  );
});

Deno.test("connect() with credentials refreshes once on a 401, and stores the new ones", async () => {
  const folder = await Deno.makeTempDir();
  const store = credentialsStore({ path: `${folder}/credentials.json` });
  await store.write(made({ expiresAt: undefined }));
  const auth = fakeAuth([tokens("new-access")]);
  const used: (string | null)[] = [];
  const client = connect({
    baseUrl: BASE,
    credentials: store,
    retry: { delay: 0 },
    fetch: (request) => {
      if (request.url.startsWith("https://auth.example/")) return auth.fetch(request);
      used.push(request.headers.get("authorization"));
      return used.at(-1) === "Bearer new-access"
        ? Response.json([])
        : Response.json({ detail: "expired" }, { status: 401 });
    },
  });
  assertEquals(await client.api.metrics.catalog(), []);
  assertEquals(await client.api.metrics.catalog(), []);
  assertEquals(used, ["Bearer old-access", "Bearer new-access", "Bearer new-access"]);
  assertEquals((await store.read(BASE))!.accessToken, "new-access");
  assertEquals((await store.read(BASE))!.refreshToken, "refresh-1");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a 401 after the refresh is thrown, without another refresh and without a token", async () => {
  const auth = fakeAuth([tokens("new-access")]);
  let asked = 0;
  const client = connect({
    baseUrl: BASE,
    credentials: made({ expiresAt: undefined }),
    fetch: (request) => {
      if (request.url.startsWith("https://auth.example/")) return auth.fetch(request);
      asked++;
      return Response.json({ detail: "not new-access either, nor old-access" }, { status: 401 });
    },
  });
  const error = await assertRejects(() => client.api.metrics.catalog(), UnauthorizedError);
  assertEquals(asked, 2);
  assertEquals(/new-access|old-access|refresh-/.test(Deno.inspect(error)), false);
});

Deno.test("a client with a fixed token does not repeat a request after a 401", async () => {
  let asked = 0;
  const client = connect({
    baseUrl: BASE,
    token: "fixed-token",
    fetch: () => {
      asked++;
      return Response.json({}, { status: 401 });
    },
  });
  await assertRejects(() => client.api.metrics.catalog(), UnauthorizedError);
  assertEquals(asked, 1);
});

Deno.test("connect() with a store without a signed-in user reports it", async () => {
  const folder = await Deno.makeTempDir();
  const store = credentialsStore({ path: `${folder}/credentials.json` });
  const client = connect({ baseUrl: BASE, credentials: store, fetch: () => Response.json([]) });
  await assertRejects(() => client.api.metrics.catalog(), SignInError, "nobody is signed in there");
  await Deno.remove(folder, { recursive: true });
});
