import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import * as oauth from "oauth4webapi";
import { createService } from "../../src/service/createService.ts";
import { serve } from "../../src/service/serve.ts";
import { openStore } from "../../src/store/openStore.ts";
import { approve, look, sendForm, server } from "./signIn.ts";

const client: oauth.Client = { client_id: "a script" };
const insecure = { [oauth.allowInsecureRequests]: true };

Deno.test("an independent OAuth client signs in, refreshes, and reads as the user who approved", async () => {
  await using here = await server();
  const as: oauth.AuthorizationServer = {
    issuer: here.url,
    device_authorization_endpoint: `${here.url}/oauth/device/code`,
    token_endpoint: `${here.url}/oauth/token`,
  };
  const parameters = { scope: "openid profile email offline_access", audience: here.url };
  const asked = await oauth.processDeviceAuthorizationResponse(
    as,
    client,
    await oauth.deviceAuthorizationRequest(as, client, oauth.None(), parameters, insecure),
  );
  assertMatch(asked.user_code, /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  assertEquals(asked.expires_in, 600);
  const poll = async () =>
    await oauth.processDeviceCodeResponse(
      as,
      client,
      await oauth.deviceCodeGrantRequest(as, client, oauth.None(), asked.device_code, insecure),
    );
  const pending = await assertRejects(poll, oauth.ResponseBodyError);
  assertEquals(pending.error, "authorization_pending");
  await approve(here.service, asked.verification_uri_complete!, here.userid);
  const tokens = await poll();
  assertEquals(tokens.expires_in, 3600);
  assertEquals(await here.whoIs(tokens.access_token), here.userid);
  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(
      as,
      client,
      oauth.None(),
      tokens.refresh_token!,
      insecure,
    ),
  );
  assertEquals(await here.whoIs(refreshed.access_token), here.userid);
  assert(refreshed.refresh_token !== tokens.refresh_token);
  assertEquals((await assertRejects(poll, oauth.ResponseBodyError)).error, "invalid_grant");
});

Deno.test("reusing a refresh token revokes all tokens of its sign-in", async () => {
  await using here = await server();
  const first = await here.signIn();
  const refresh = (token: string) =>
    here.token({ grant_type: "refresh_token", refresh_token: token, client_id: "cli" });
  const second = await refresh(first.refresh_token);
  assertEquals(second.status, 200);
  const again = await refresh(first.refresh_token);
  assertEquals([again.status, again.body.error], [400, "invalid_grant"]);
  const child = await refresh(second.body.refresh_token);
  assertEquals([child.status, child.body.error], [400, "invalid_grant"]);
});

Deno.test("a refresh token only works for its program", async () => {
  await using here = await server();
  const { refresh_token } = await here.signIn();
  const other = await here.token({
    grant_type: "refresh_token",
    refresh_token,
    client_id: "other",
  });
  assertEquals([other.status, other.body.error], [400, "invalid_grant"]);
  const own = await here.token({ grant_type: "refresh_token", refresh_token, client_id: "cli" });
  assertEquals(own.status, 200);
});

Deno.test("polling too early is slow_down, and adds five seconds each time", async () => {
  let now = Temporal.Instant.from("2026-01-01T00:00:00Z");
  await using here = await server({ clock: () => now, signIn: { interval: 5 } });
  const { device_code } = await here.ask();
  const poll = async (after: number): Promise<string> => {
    now = now.add({ seconds: after });
    return (await here.poll(device_code)).body.error;
  };
  assertEquals(await poll(0), "authorization_pending");
  assertEquals(await poll(4), "slow_down");
  assertEquals(await poll(9), "slow_down");
  assertEquals(await poll(15), "authorization_pending");
  assertEquals(await poll(600), "expired_token");
});

Deno.test("a denial is reported, and without offline_access an approval has no refresh token", async () => {
  await using here = await server();
  const denied = await here.ask();
  await approve(here.service, denied.verification_uri_complete, here.userid, "deny");
  assertEquals((await here.poll(denied.device_code)).body.error, "access_denied");
  const short = await here.ask({ scope: "openid" });
  await approve(here.service, short.verification_uri_complete, here.userid);
  const { body } = await here.poll(short.device_code);
  assertEquals([body.scope, body.refresh_token], ["openid", undefined]);
});

Deno.test("errors of sign-in requests have the format of OAuth", async () => {
  await using here = await server({ signIn: { clients: ["cli"] } });
  const grant = "urn:ietf:params:oauth:grant-type:device_code";
  const wrong: [object, number, string][] = [
    [{ client_id: "cli" }, 400, "invalid_request"],
    [{ client_id: "cli", grant_type: "password" }, 400, "unsupported_grant_type"],
    [{ client_id: "cli", grant_type: grant }, 400, "invalid_request"],
    [{ client_id: "cli", grant_type: grant, device_code: "x" }, 400, "invalid_grant"],
    [{ client_id: "cli", grant_type: "refresh_token", refresh_token: "x" }, 400, "invalid_grant"],
    [{ client_id: "x", grant_type: grant, device_code: "x" }, 401, "invalid_client"],
    [{ grant_type: grant, device_code: "x" }, 400, "invalid_request"],
  ];
  for (const [form, status, error] of wrong) {
    const answer = await here.token(form as Record<string, string>);
    assertEquals([answer.status, answer.body.error], [status, error], JSON.stringify(form));
    assertEquals(answer.headers.get("cache-control"), "no-store");
    assertEquals(typeof answer.body.error_description, "string");
  }
  for (const [body, type] of [["{}", "application/json"], ["client_id=a&client_id=b", undefined]]) {
    const response = await fetch(`${here.url}/oauth/device/code`, {
      method: "POST",
      headers: { "content-type": type ?? "application/x-www-form-urlencoded" },
      body: body!,
    });
    assertEquals([response.status, (await response.json()).error], [400, "invalid_request"]);
  }
  const scope = await here.post("/oauth/device/code", { client_id: "cli", scope: "all" });
  assertEquals([scope.status, scope.body.error], [400, "invalid_scope"]);
});

Deno.test("the page shows the request, and offers the owner every user of the service", async () => {
  await using here = await server();
  const second = crypto.randomUUID();
  await here.service.issueToken(second);
  const asked = await here.ask({ client_id: "<b>sly</b>" });
  const page = asked.verification_uri_complete;
  const response = await sendForm(page, {
    user_code: asked.user_code,
    proof: here.service.ownerCode(),
  });
  const html = await response.text();
  for (const text of [asked.user_code, here.userid, second, "&lt;b&gt;sly", "delete all data"]) {
    assert(html.includes(text), text);
  }
  assert(!html.includes("<b>sly") && !html.includes("<script"));
  assertMatch(response.headers.get("content-security-policy")!, /frame-ancestors 'none'/);
  await approve(here.service, page, second);
  const { body } = await here.poll(asked.device_code, "<b>sly</b>");
  assertEquals(await here.whoIs(body.access_token), second);
});

Deno.test("the page reveals and approves nothing without the owner's code or a token", async () => {
  await using here = await server();
  const { verification_uri_complete: page, user_code, device_code } = await here.ask();
  const ended = here.service.ownerCode();
  await approve(
    { ownerCode: () => ended },
    (await here.ask()).verification_uri_complete,
    here.userid,
  );
  const forged = (await here.service.issueToken(here.userid)).slice(0, -4) + "AAAA";
  const expired = await here.service.issueToken(here.userid, { expiresIn: -1 });
  const html = await (await fetch(page)).text();
  assert(html.includes(user_code) && !html.includes(here.userid) && !html.includes("cli"));
  for (const proof of ["", "lfs_x", "BCDF-GHJK-LMNP-QRST", ended, forged, expired, here.userid]) {
    const response = await sendForm(page, { user_code, proof });
    const text = await response.text();
    assertEquals(response.status, 403, proof);
    assert(!text.includes(here.userid) || proof === here.userid);
    assert(!text.includes("form_token"));
    if (proof !== "") assert(!text.includes(proof), "a secret that is wrong is not shown again");
  }
  assertEquals((await here.poll(device_code)).body.error, "authorization_pending");
});

Deno.test("an owner's code is valid for one decision, and then the next is required", async () => {
  let used = 0;
  await using here = await server({ onOwnerCodeUsed: () => used++ });
  const code = here.service.ownerCode();
  assertMatch(code, /^(?:[BCDFGHJKLMNPQRSTVWXZ]{4}-){3}[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  const first = await here.ask(), second = await here.ask();
  const typed = code.toLowerCase().replaceAll("-", " ");
  const fields = await look(first.verification_uri_complete, typed);
  const other = await look(second.verification_uri_complete, code);
  assertEquals(used, 0);
  const send = async (page: string, fields: Record<string, string>) => {
    const response = await sendForm(page, {
      ...fields,
      userid: here.userid,
      decision: "approve",
    });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await send(first.verification_uri_complete, fields), 200);
  assertEquals(used, 1);
  assertEquals(await send(second.verification_uri_complete, other), 403);
  assertEquals((await here.poll(second.device_code)).body.error, "authorization_pending");
});

Deno.test("a token only approves for its own user, while it is valid", async () => {
  await using here = await server();
  const second = crypto.randomUUID();
  const token = await here.service.issueToken(second);
  const { verification_uri_complete: page, device_code } = await here.ask();
  const send = async (userid: string) => {
    const fields = await look(page, token);
    assertEquals(fields["userid"], second);
    const response = await sendForm(page, { ...fields, userid, decision: "approve" });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await send(here.userid), 422);
  assertEquals(await send(second), 200);
  const { body } = await here.poll(device_code);
  assertEquals(await here.whoIs(body.access_token), second);
});

Deno.test("the page's form counts once, from its own origin, for an existing user", async () => {
  await using here = await server();
  const { verification_uri_complete: page, device_code } = await here.ask();
  const send = async (fields: Record<string, string>, headers: HeadersInit) => {
    const response = await fetch(`${here.url}/oauth/device`, {
      method: "POST",
      headers,
      body: new URLSearchParams(fields),
    });
    await response.body?.cancel();
    return response.status;
  };
  const own = { origin: here.url }, code = here.service.ownerCode();
  const fresh = async () => ({
    ...await look(page, code),
    userid: here.userid,
    decision: "approve",
  });
  assertEquals(await send(await fresh(), {}), 403);
  assertEquals(await send(await fresh(), { origin: "https://elsewhere.example" }), 403);
  assertEquals(await send(await fresh(), { origin: "null" }), 403);
  assertEquals(await send(await fresh(), { "sec-fetch-site": "cross-site" }), 403);
  assertEquals(await send({ ...await fresh(), form_token: "x" }, own), 403);
  assertEquals(await send({ ...await fresh(), userid: crypto.randomUUID() }, own), 422);
  assertEquals(await send({ ...await fresh(), decision: "perhaps" }, own), 422);
  const other = await here.ask();
  assertEquals(await send({ ...await fresh(), user_code: other.user_code }, own), 403);
  assertEquals((await here.poll(device_code)).body.error, "authorization_pending");
  const form = await fresh();
  assertEquals(await send(form, own), 200);
  assertEquals(await send(form, own), 403);
});

Deno.test("every path is rejected under a host name that an attacker may have pointed here", async () => {
  const service = createService({
    store: openStore(),
    publicUrl: "https://data.example.org",
    hosts: ["Desk.local"],
  });
  const token = await service.issueToken(await service.owner());
  const at = (origin: string, path: string) =>
    service.fetch(new Request(origin + path, { headers: { authorization: `Bearer ${token}` } }))
      .then(async (response) => {
        await response.body?.cancel();
        return response.status;
      });
  for (const path of ["/oauth/device", "/docs", "/openapi.json", "/user/v1alpha1/info"]) {
    for (
      const origin of [
        "http://localhost:8390",
        "http://[::1]",
        "http://127.0.0.1:1",
        "http://192.0.2.7",
        "https://data.example.org",
        "http://desk.local:8390",
      ]
    ) assertEquals(await at(origin, path), 200, origin + path);
    for (const origin of ["http://rebound.example:8390", "http://localhost.evil.example"]) {
      assertEquals(await at(origin, path), 421, origin + path);
    }
  }
  await service.close();
});

Deno.test("behind a proxy the device gets the public address", async () => {
  await using here = await server({ publicUrl: "https://data.example.org" });
  const asked = await here.ask();
  assertEquals(asked.verification_uri, "https://data.example.org/oauth/device");
  assert(asked.verification_uri_complete.startsWith(`${asked.verification_uri}?user_code=`));
});

Deno.test("tokens of sign-in are neither stored in plain text nor logged", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const log: unknown[] = [];
    const store = openStore({ path: `${folder}/a.sqlite` });
    const service = createService({ store, onLog: (entry) => log.push(entry) });
    const served = await serve(service);
    await using here = await server({}, { service, served });
    const { device_code, access_token, refresh_token, user_code } = await here.signIn();
    await here[Symbol.asyncDispose]();
    let kept = JSON.stringify(log);
    for await (const { name } of Deno.readDir(folder)) {
      kept += new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`));
    }
    for (const secret of [device_code, access_token, refresh_token, user_code]) {
      assert(secret.length > 5 && !kept.includes(secret));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Requests a code by redirect; returns the answer without following it. */
function askForCode(url: string, fields: Record<string, string>): Promise<Response> {
  const query = new URLSearchParams({ client_id: "cli", response_type: "code", ...fields });
  return fetch(`${url}/authorize?${query}`, { redirect: "manual" });
}

/** Acts as the owner on the page; returns the address that it redirects to. */
async function followPage(
  here: Awaited<ReturnType<typeof server>>,
  asked: Response,
  decision: string,
): Promise<URL> {
  await asked.body?.cancel();
  const page = asked.headers.get("location")!;
  const fields = await look(page, here.service.ownerCode());
  const fetch = (request: Request) =>
    globalThis.fetch(new Request(request, { redirect: "manual" }));
  const answer = await sendForm(page, { ...fields, userid: here.userid, decision }, { fetch });
  await answer.body?.cancel();
  assertEquals(answer.status, 303);
  return new URL(answer.headers.get("location")!);
}

const REDIRECT = "http://127.0.0.1:8085/callback?from=cli";

Deno.test("an independent OAuth client signs in by redirect with PKCE", async () => {
  await using here = await server();
  const as: oauth.AuthorizationServer = {
    issuer: here.url,
    token_endpoint: `${here.url}/oauth/token`,
  };
  const verifier = oauth.generateRandomCodeVerifier();
  const asked = await askForCode(here.url, {
    redirect_uri: REDIRECT,
    state: "a state",
    scope: "openid profile email offline_access",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const location = await followPage(here, asked, "approve");
  assertEquals(location.searchParams.get("from"), "cli");
  const params = oauth.validateAuthResponse(as, client, location, "a state");
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    { client_id: "cli" },
    oauth.None(),
    params,
    REDIRECT,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(as, { client_id: "cli" }, response);
  assertEquals(await here.whoIs(tokens.access_token), here.userid);
  assert(tokens.refresh_token !== undefined);
  const claims = oauth.getValidatedIdTokenClaims(tokens)!;
  assertEquals([claims.sub, claims["name"]], [here.userid, `User ${here.userid.slice(0, 8)}`]);
  assertEquals([claims["email"], claims["email_verified"]], [
    `${here.userid}@users.invalid`,
    false,
  ]);
});

Deno.test("a code by redirect is exchanged once, by its program, with its address and verifier", async () => {
  await using here = await server();
  const good = { grant_type: "authorization_code", client_id: "cli", redirect_uri: REDIRECT };
  const wrong: Record<string, Record<string, string>> = {
    "another address": { redirect_uri: "http://127.0.0.1:8085/other" },
    "another program": { client_id: "other" },
    "a verifier that was not announced": { code_verifier: "a".repeat(43) },
  };
  for (const [what, fields] of Object.entries(wrong)) {
    const asked = await askForCode(here.url, { redirect_uri: REDIRECT });
    const code = (await followPage(here, asked, "approve")).searchParams.get("code")!;
    const first = await here.token({ ...good, code, ...fields });
    assertEquals([first.status, first.body.error], [400, "invalid_grant"], what);
    assertEquals((await here.token({ ...good, code })).status, 400, `again, after ${what}`);
  }
  const asked = await askForCode(here.url, { redirect_uri: REDIRECT });
  const code = (await followPage(here, asked, "approve")).searchParams.get("code")!;
  assertEquals((await here.poll(code)).body.error, "invalid_grant");
  const tokens = await here.token({ ...good, code });
  assertEquals(await here.whoIs(tokens.body.access_token), here.userid);
  assertEquals((await here.token({ ...good, code })).body.error, "invalid_grant");
});

Deno.test("a sign-in by redirect sends errors to the program's address, and nothing to others", async () => {
  await using here = await server({ allowedOrigins: ["https://notebook.example.org"] });
  const foreign = [
    "https://evil.example/cb",
    "http://notebook.example.org/cb",
    "javascript:alert(1)",
    "http://127.0.0.1.evil.example/cb",
    "http://evil@127.0.0.1/cb",
    "http://127.0.0.1/cb#x",
    "",
  ];
  for (const redirect_uri of foreign) {
    const answer = await askForCode(here.url, { redirect_uri });
    assertEquals(
      [answer.status, (await answer.json()).error],
      [400, "invalid_request"],
      redirect_uri,
    );
  }
  const error = async (fields: Record<string, string>): Promise<(string | null)[]> => {
    const answer = await askForCode(here.url, { redirect_uri: REDIRECT, state: "s", ...fields });
    await answer.body?.cancel();
    const { searchParams } = new URL(answer.headers.get("location")!);
    return [searchParams.get("error"), searchParams.get("state"), searchParams.get("code")];
  };
  assertEquals(await error({ response_type: "token" }), ["unsupported_response_type", "s", null]);
  assertEquals(await error({ scope: "admin" }), ["invalid_scope", "s", null]);
  assertEquals(await error({ code_challenge: "x" }), ["invalid_request", "s", null]);
  const redirect_uri = "https://notebook.example.org/cb";
  const denied = await followPage(here, await askForCode(here.url, { redirect_uri }), "deny");
  assertEquals(denied.origin + denied.pathname, redirect_uri);
  assertEquals([denied.searchParams.get("error"), denied.searchParams.get("code")], [
    "access_denied",
    null,
  ]);
});

Deno.test("an id token is not an access token, even if its subject is the claim of users", async () => {
  await using here = await server({ userClaim: "sub" });
  const { id_token, access_token } = await here.signIn();
  const status = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${here.url}/user/v1alpha1/tag`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  assertEquals([await status(access_token), await status(id_token)], [200, 401]);
  const { id_token: none } = (await here.token({
    grant_type: "refresh_token",
    refresh_token: (await here.signIn()).refresh_token,
    client_id: "cli",
    scope: "profile",
  })).body;
  assertEquals(none, undefined);
});
