import type { Fetch } from "../../src/client/http/receive.ts";

/** Answer of the token endpoint: a status and a body, or no answer at all. */
export type TokenAnswer = [status: number, body: object] | "none";

/** An authorization server by RFC 8628 and RFC 6749 that gives prepared answers. */
export interface FakeAuth {
  /** Answers its requests. */
  fetch: Fetch;
  /** Received requests: path, authorization and form. */
  seen: { path: string; authorization: string | null; form: Record<string, string> }[];
}

export const DEVICE_CODE = "device-code-never-shown";

/** Creates a server that answers the device request, then the token requests in order. */
export function fakeAuth(answers: TokenAnswer[], device: object = {}): FakeAuth {
  const seen: FakeAuth["seen"] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const form = Object.fromEntries(new URLSearchParams(await request.text()));
    seen.push({ path: pathname, authorization: request.headers.get("authorization"), form });
    if (pathname === "/auth/oauth/device/code") {
      return Response.json({
        device_code: DEVICE_CODE,
        user_code: "WDJB-MJHT",
        verification_uri: "https://auth.example/device",
        verification_uri_complete: "https://auth.example/device?user_code=WDJB-MJHT",
        expires_in: 600,
        interval: 2,
        ...device,
      });
    }
    if (pathname !== "/auth/oauth/token") return new Response(null, { status: 404 });
    const answer = answers.shift();
    if (answer === undefined) throw new Error("asked too often");
    if (answer === "none") throw new TypeError("connection refused");
    return Response.json(answer[1], { status: answer[0] });
  };
  return { fetch, seen };
}

/** Final answer of the token endpoint. */
export function tokens(access: string, more: object = {}): TokenAnswer {
  return [200, {
    access_token: access,
    token_type: "Bearer",
    expires_in: 3600,
    refresh_token: "refresh-1",
    id_token: "not.checked.here",
    ...more,
  }];
}

/** Error of the token endpoint. */
export function refusal(error: string): TokenAnswer {
  return [400, { error }];
}
