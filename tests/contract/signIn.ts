import {
  createService,
  type Service,
  type ServiceOptions,
} from "../../src/service/createService.ts";
import { serve, type Served } from "../../src/service/serve.ts";
import { openStore } from "../../src/store/openStore.ts";

/** An answer whose body is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

/** A service on a port, and what a program that signs in does with it. */
export interface Server extends AsyncDisposable {
  readonly service: Service;
  readonly url: string;
  /** The owner. */
  readonly userid: string;
  post(path: string, form: Record<string, string>): Promise<Answer>;
  token(form: Record<string, string>): Promise<Answer>;
  // deno-lint-ignore no-explicit-any
  ask(form?: Record<string, string>): Promise<any>;
  poll(deviceCode: string, clientId?: string): Promise<Answer>;
  /** All of it: the codes and the tokens. */
  // deno-lint-ignore no-explicit-any
  signIn(): Promise<any>;
  /** The user of an access token, as the service says. */
  whoIs(token: string): Promise<string>;
}

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Serves a service; polling needs no pause unless told otherwise. */
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
  const served = made?.served ?? serve(service);
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
      await approve(asked.verification_uri_complete, userid);
      return { ...asked, ...(await poll(asked.device_code)).body };
    },
    async whoIs(token) {
      const headers = { authorization: `Bearer ${token}` };
      return (await (await fetch(`${url}/user/v1alpha1/info`, { headers })).json()).userid;
    },
    [Symbol.asyncDispose]: () => stopped ??= served.stop(),
  };
}

/** The hidden fields of the page's form. */
export async function fieldsOf(page: string): Promise<Record<string, string>> {
  const html = await (await fetch(page)).text();
  return Object.fromEntries(
    Array.from(html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g), ([, name, value]) => [
      name!,
      value!,
    ]),
  );
}

/** Does what a person does on the page. */
export async function approve(page: string, userid: string, decision = "approve"): Promise<void> {
  const { origin } = new URL(page);
  const response = await fetch(`${origin}/oauth/device`, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({ ...await fieldsOf(page), userid, decision }),
  });
  await response.body?.cancel();
  if (response.status !== 200) throw new Error(`the page answered ${response.status}`);
}
