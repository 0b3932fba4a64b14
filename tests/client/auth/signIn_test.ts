import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Credentials } from "../../../src/client/auth/credentials.ts";
import { signIn, type SignInOptions } from "../../../src/client/auth/signIn.ts";
import { SignInError } from "../../../src/client/errors/signInError.ts";
import type { SignInPrompt } from "../../../src/client/auth/signInPrompt.ts";
import { DEVICE_CODE, fakeAuth, refusal, type TokenAnswer, tokens } from "../authServer.ts";

const START = Temporal.Instant.from("2024-05-01T12:00Z");
const PENDING = refusal("authorization_pending");

/** Creates options with a clock that only waiting advances, and records waits and prompts. */
function scene(answers: TokenAnswer[], device: object = {}): {
  options: SignInOptions;
  waits: number[];
  prompts: SignInPrompt[];
  seen: ReturnType<typeof fakeAuth>["seen"];
} {
  const { fetch, seen } = fakeAuth(answers, device);
  const waits: number[] = [], prompts: SignInPrompt[] = [];
  let now = START;
  return {
    waits,
    prompts,
    seen,
    options: {
      authUrl: "https://auth.example/auth/",
      baseUrl: "https://host.example",
      clientId: "my-client",
      fetch,
      now: () => now,
      wait: (milliseconds) => {
        waits.push(milliseconds);
        now = now.add({ milliseconds });
        return Promise.resolve();
      },
      onPrompt: (prompt) => void prompts.push(prompt),
    },
  };
}

Deno.test("signIn() shows link and code, waits for the approval, and returns credentials", async () => {
  const { options, waits, prompts, seen } = scene([PENDING, PENDING, tokens("access-1")]);
  const credentials = await signIn({ ...options, audience: "the-api" });
  assertEquals(prompts.map(({ url, completeUrl, code }) => [url, completeUrl, code]), [[
    "https://auth.example/device",
    "https://auth.example/device?user_code=WDJB-MJHT",
    "WDJB-MJHT",
  ]]);
  assertEquals(waits, [2000, 2000, 2000]);
  assertEquals(seen[0], {
    path: "/auth/oauth/device/code",
    authorization: null,
    form: {
      client_id: "my-client",
      scope: "openid profile email offline_access",
      audience: "the-api",
    },
  });
  assertEquals(seen[1], {
    path: "/auth/oauth/token",
    authorization: null,
    form: {
      client_id: "my-client",
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: DEVICE_CODE,
    },
  });
  assertEquals(credentials.accessToken, "access-1");
  assertEquals(credentials.refreshToken, "refresh-1");
  assertEquals(credentials.baseUrl, "https://host.example");
  assertEquals(String(credentials.expiresAt), "2024-05-01T13:00:06Z");
});

Deno.test("signIn() waits five seconds between requests if the service specifies no interval", async () => {
  const { options, waits } = scene([PENDING, tokens("a")], { interval: undefined });
  await signIn(options);
  assertEquals(waits, [5000, 5000]);
});

Deno.test("signIn() polls more slowly after each slow_down", async () => {
  const slow = refusal("slow_down");
  const { options, waits } = scene([PENDING, slow, PENDING, slow, tokens("a")]);
  await signIn(options);
  assertEquals(waits, [2000, 2000, 7000, 7000, 12000]);
});

Deno.test("signIn() continues, more slowly, after requests without an answer", async () => {
  for (const status of [429, 500, 503]) {
    const { options, waits } = scene(["none", [status, {}], PENDING, tokens("a")]);
    await signIn(options);
    assertEquals(waits, [2000, 4000, 8000, 8000], String(status));
  }
});

Deno.test("signIn() reports clearly that the sign-in was denied, expired or rejected", async () => {
  const cases: [TokenAnswer, string, string][] = [
    [refusal("access_denied"), "denied", "Cannot sign in: the request was denied"],
    [refusal("expired_token"), "expired", "the code WDJB-MJHT was not approved in time"],
    [
      [400, { error: "invalid_client", error_description: "no such client" }],
      "refused",
      "no such client (invalid_client)",
    ],
    [[200, { token: "odd" }], "unreachable", "Cannot sign in: https://auth.example/auth did not"],
  ];
  for (const [answer, failure, message] of cases) {
    const { options } = scene([PENDING, answer]);
    const error = await assertRejects(() => signIn(options), SignInError, message);
    assertEquals(error.failure, failure);
    assert(!Deno.inspect(error).includes(DEVICE_CODE));
  }
});

Deno.test("signIn() stops polling when the code expires", async () => {
  for (const [seconds, questions] of [[5, 2], [4, 1]]) { // it polls every two seconds
    const { options, seen } = scene([PENDING, PENDING], { expires_in: seconds! });
    await assertRejects(() => signIn(options), SignInError, "was not approved in time");
    assertEquals(seen.length, 1 + questions!, `${seconds} s`);
  }
});

Deno.test("signIn() rejects with the signal's reason, before and during a wait", async () => {
  const reason = new Error("enough");
  const { options, seen } = scene([]);
  const before = signIn({ ...options, signal: AbortSignal.abort(reason) });
  await assertRejects(() => before, Error, "enough");
  assertEquals(seen.length, 0);
  const stop = new AbortController();
  const { wait: _, ...timed } = options;
  const started = signIn({
    ...timed,
    signal: stop.signal,
    onPrompt: () => void queueMicrotask(() => stop.abort(reason)),
  });
  await assertRejects(() => started, Error, "enough");
  assertEquals(seen.length, 1);
});

Deno.test("signIn() sends nothing over an unencrypted connection to another machine", async () => {
  const { options, seen } = scene([tokens("a")]);
  await assertRejects(
    () => signIn({ ...options, authUrl: "http://auth.example/auth" }),
    RangeError,
    "Cannot sign in: the token would be sent to http://auth.example unencrypted",
  );
  assertEquals(seen.length, 0);
  const local = await signIn({ ...options, authUrl: "http://localhost:1/auth" });
  assertEquals(local.authUrl, "http://localhost:1/auth");
});

Deno.test("signIn() works over a real port", async () => {
  const { fetch } = fakeAuth([PENDING, tokens("over-the-wire")]);
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, fetch);
  const { options } = scene([]);
  const { fetch: _, ...rest } = options;
  const authUrl = `http://127.0.0.1:${server.addr.port}/auth`;
  assertEquals((await signIn({ ...rest, authUrl })).accessToken, "over-the-wire");
  await server.shutdown();
});

Deno.test("a prompt displays itself in a notebook, and only links to a web page", async () => {
  const html = (prompt: SignInPrompt) =>
    (prompt as unknown as Record<symbol, () => Record<string, string>>)[
      Symbol.for("Jupyter.display")
    ]!()["text/html"]!;
  const { options, prompts } = scene([tokens("a")]);
  await signIn(options);
  assertStringIncludes(html(prompts[0]!), '<a href="https://auth.example/device?user_code=WDJB-');
  const evil = scene([tokens("a")], {
    verification_uri: "javascript:alert(1)",
    verification_uri_complete: undefined,
    user_code: "<b>",
  });
  await signIn(evil.options);
  assert(!/<a|<b>/.test(html(evil.prompts[0]!)));
  assertStringIncludes(String(evil.prompts[0]), "enter the code <b>");
});

Deno.test("credentials never show their tokens", () => {
  const credentials = new Credentials({
    baseUrl: "https://host.example",
    authUrl: "https://auth.example",
    clientId: "my-client",
    accessToken: "secret-access",
    refreshToken: "secret-refresh",
  });
  const display = Symbol.for("Jupyter.display");
  const cell = (credentials as unknown as Record<symbol, () => unknown>)[display]!();
  const shown = [
    Deno.inspect(credentials, { getters: true, showHidden: true } as Deno.InspectOptions),
    Deno.inspect({ deep: [credentials] }),
    String(credentials),
    JSON.stringify(credentials),
    JSON.stringify(cell),
    JSON.stringify(structuredClone({ ...credentials })),
  ];
  for (const text of shown) assert(!text.includes("secret"), text);
});
