/** A request to a service with a fault. */
export interface Call {
  /** Method and path, such as `GET /user/v1/group`. */
  readonly route: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** Sends the request to the service, optionally with another method or body. */
  readonly send: (changed?: Changed) => Promise<Response>;
}

/** Parts of a request that a fault changes. */
export interface Changed {
  readonly method?: string;
  readonly body?: string;
}

/** A fault of a service; `undefined` passes a request on. */
export type Fault = (call: Call) => Promise<Response> | Response | undefined;

export type When = (call: Call) => boolean;
// deno-lint-ignore no-explicit-any
export type Json = any;

export const always: When = (): boolean => true;
export const says = (text: string): When => ({ body }) => body.includes(text);
export const asks = (name: string, value?: string): When => ({ query }) =>
  value === undefined ? query.has(name) : query.getAll(name).includes(value);

/** Answers with a status without doing anything. */
export const answer =
  (route: RegExp, status: number, when = always, body: Json = { detail: "no" }): Fault => (call) =>
    route.test(call.route) && when(call)
      ? new Response(status === 204 ? null : JSON.stringify(body), { status })
      : undefined;

/** Replaces one status with another. */
export const restate = (route: RegExp, from: number, to: number, when = always): Fault => (call) =>
  route.test(call.route) && when(call)
    ? call.send().then(async (response) => {
      if (response.status !== from) return response;
      await response.body?.cancel();
      return new Response(to === 204 ? null : "[]", { status: to });
    })
    : undefined;

/** Changes the body of an answer; for lines, each line. */
export const edit =
  (route: RegExp, change: (body: Json, call: Call) => Json, when = always): Fault => (call) =>
    route.test(call.route) && when(call)
      ? call.send().then(async (response) => {
        const text = await response.text();
        const isLines = response.headers.get("content-type") === "application/x-ndjson";
        const parts = (isLines ? text.split("\n") : [text]).filter((part) => part !== "");
        const changed = parts.map((part) => JSON.stringify(change(JSON.parse(part), call)));
        return new Response(text === "" ? null : changed.join("\n"), { status: response.status });
      })
      : undefined;

/** Sends another request to the service. */
export const resend =
  (route: RegExp, change: (call: Call) => Changed, when = always): Fault => (call) =>
    route.test(call.route) && when(call) ? call.send(change(call)) : undefined;

export const without = (...names: string[]): (body: Json) => Json => (body: Json): Json =>
  Array.isArray(body)
    ? body.map(without(...names))
    : Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Answers a repeated request with another status. */
export function restateRepeated(route: RegExp, status: number): Fault {
  const seen = new Set<string>();
  return answer(route, status, ({ body }) => seen.size === seen.add(body).size);
}
