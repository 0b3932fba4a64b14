import { createService } from "../../src/service/createService.ts";
import { serve, type Served } from "../../src/service/serve.ts";
import { openStore } from "../../src/store/openStore.ts";
import type { Service, ServiceOptions } from "../../src/service/service.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

/** A service on a port, with the steps of a program that signs in. */
export interface Server extends AsyncDisposable {
  readonly service: Service;
  readonly url: string;
  readonly userid: string;
  post(path: string, form: Record<string, string>): Promise<Answer>;
  token(form: Record<string, string>): Promise<Answer>;
  // deno-lint-ignore no-explicit-any
  ask(form?: Record<string, string>): Promise<any>;
  poll(deviceCode: string, clientId?: string): Promise<Answer>;
  /** Performs a whole sign-in and returns the tokens. */
  // deno-lint-ignore no-explicit-any
  signIn(): Promise<any>;
  /** Returns the user of an access token, according to the service. */
  whoIs(token: string): Promise<string>;
}

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Serves a service; by default polling needs no pause. */
export async function server(
  options: Partial<ServiceOptions> = {},
  made?: { service: Service; served: Served },
): Promise<Server> {
  const { clock } = options;
  const service = made?.service ?? createService({
    store: openStore({ clock }),
    ...options,
    signIn: { interval: 0.001, ...options.signIn },
  });
  const served = made?.served ?? await serve(service);
  const { url } = served;
  const userid = await service.owner();
  const post = async (path: string, form: Record<string, string>): Promise<Answer> => {
    const response = await fetch(url + path, { method: "POST", body: new URLSearchParams(form) });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const ask = async (form = {}) =>
    (await post("/oauth/device/code", { client_id: "cli", ...form })).body;
  const poll = (device_code: string, client_id = "cli") =>
    post("/oauth/token", { grant_type: GRANT, device_code, client_id });
  let stopped: Promise<void> | undefined;
  return {
    service,
    url,
    userid,
    post,
    token: (form) => post("/oauth/token", form),
    ask,
    poll,
    async signIn() {
      const asked = await ask();
      await approve(service, asked.verification_uri_complete, userid);
      return { ...asked, ...(await poll(asked.device_code)).body };
    },
    async whoIs(token) {
      const headers = { authorization: `Bearer ${token}` };
      return (await (await fetch(`${url}/user/v1alpha1/info`, { headers })).json()).userid;
    },
    [Symbol.asyncDispose]: () => stopped ??= served.stop(),
  };
}

/** Returns the fields of a page's forms, filled in or hidden. */
export function fieldsOf(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input[^>]*\bname="(\w+)"[^>]*\bvalue="([^"]*)"/g);
  return Object.fromEntries(Array.from(inputs, ([, name, value]) => [name!, value!]));
}

/** Options of a person's visit to the page. */
export interface PersonOptions {
  /** Sends requests. @default over the network */
  fetch?: (request: Request) => Promise<Response>;
}

/** Submits the page's form to its own address, as a browser does. */
export function sendForm(
  page: string,
  fields: Record<string, string>,
  { fetch = globalThis.fetch }: PersonOptions = {},
): Promise<Response> {
  const { origin } = new URL(page);
  return fetch(
    new Request(new URL("device", page), {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams(fields),
    }),
  );
}

/** Enters the owner's code or a token; returns the fields of the next form. */
export async function look(
  page: string,
  proof: string,
  options: PersonOptions = {},
): Promise<Record<string, string>> {
  const { fetch = globalThis.fetch } = options;
  const empty = await (await fetch(new Request(page))).text();
  if (!empty.includes('action="device"')) throw new Error("the page's form goes elsewhere");
  const first = fieldsOf(empty);
  const response = await sendForm(page, { ...first, proof }, options);
  const html = await response.text();
  if (response.status !== 200) throw new Error(`the page answered ${response.status}`);
  return fieldsOf(html);
}

/** Acts as the owner on the page. */
export async function approve(
  { ownerCode }: Pick<Service, "ownerCode">,
  page: string,
  userid: string,
  decision = "approve",
  options: PersonOptions = {},
): Promise<void> {
  const fields = await look(page, ownerCode(), options);
  const response = await sendForm(page, { ...fields, userid, decision }, options);
  await response.body?.cancel();
  if (response.status !== 200) throw new Error(`the page answered ${response.status}`);
}
