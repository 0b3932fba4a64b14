import type { Client } from "../../src/client/client.ts";
import { connect } from "../../src/client/connect.ts";
import type { Fetch } from "../../src/client/http/receive.ts";
import { columnNames, seriesOf } from "../../src/frame/polars/seriesOf.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { ConnectOptions } from "../../src/client/connectOptions.ts";

/** A token that does not occur in other text by chance. */
export const TOKEN = "tok-3f9a1c77-never-shown";
export const USER = "11111111-2222-4333-8444-555555555555";
export const BASE = "https://host.example";

/** Creates a client of a handler in the test; the client never waits. */
export function clientOf(fetch: Fetch, options: Partial<ConnectOptions> = {}): Client {
  return connect({
    baseUrl: BASE,
    token: TOKEN,
    userid: USER,
    retry: { delay: 0, limit: 3 },
    fetch,
    ...options,
  });
}

/** Creates a handler with prepared answers in order, and records the requests. */
export function script(
  ...answers: (Response | ((request: Request) => Response | Promise<Response>))[]
): { fetch: Fetch; requests: Request[]; bodies: string[] } {
  const requests: Request[] = [], bodies: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const answer = answers[requests.length];
    requests.push(request);
    bodies.push(await request.clone().text());
    if (answer === undefined) throw new Error(`no answer for request ${requests.length}`);
    return answer instanceof Response ? answer : await answer(request);
  };
  return { fetch, requests, bodies };
}

/** Returns names, types (with zones) and values of a frame. */
export function facts(frame: Frame): { types: Record<string, string>; rows: unknown[][] } {
  const names = columnNames(frame);
  return {
    types: Object.fromEntries(names.map((name) => [name, String(seriesOf(frame, name).dtype)])),
    rows: names.map((name) => seriesOf(frame, name).toArray()),
  };
}

/** Returns a JWT with these claims and an invalid signature. */
export function jwt(claims: object): string {
  const part = (value: object) =>
    new TextEncoder().encode(JSON.stringify(value)).toBase64({
      alphabet: "base64url",
      omitPadding: true,
    });
  return `${part({ alg: "none" })}.${part(claims)}.c2ln`;
}
