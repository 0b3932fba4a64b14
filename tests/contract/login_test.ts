import { assert, assertEquals, assertRejects } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import { credentialsStore } from "../../src/client/credentialsStore.ts";
import { signIn } from "../../src/client/signIn.ts";
import { SignInError } from "../../src/client/signInError.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";

const baseUrl = "http://localhost:8390";

/** Fills in the approval page as a person does: reads the form, sends it back with a decision. */
async function decide(
  fetch: (request: Request) => Promise<Response>,
  link: string,
  decision: "approve" | "deny",
): Promise<void> {
  const page = await (await fetch(new Request(link))).text();
  const fields = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)];
  const form = new URLSearchParams(fields.map(([, name, value]) => [name!, value!]));
  form.set("decision", decision);
  const response = await fetch(
    new Request(`${baseUrl}/oauth/device`, {
      method: "POST",
      body: form,
      headers: { origin: baseUrl },
    }),
  );
  assertEquals(response.status, 200);
  await response.body?.cancel();
}

async function signedIn(decision: "approve" | "deny") {
  const service = createService({ store: openStore(), signIn: { interval: 0.01 } });
  const userid = await service.owner();
  const folder = await Deno.makeTempDir();
  const store = credentialsStore({ path: `${folder}/credentials.json` });
  const credentials = signIn({
    authUrl: baseUrl,
    clientId: "lifeframe",
    store,
    fetch: service.fetch,
    wait: () => new Promise((resolve) => setTimeout(resolve, 20)),
    onPrompt: (prompt) => decide(service.fetch, prompt.completeUrl!, decision),
  });
  return { service, userid, folder, store, credentials };
}

Deno.test("who signs in and is approved reads their own data with what was kept", async () => {
  const { service, userid, folder, store, credentials } = await signedIn("approve");
  await credentials;
  const me = connect({ baseUrl, credentials: store, fetch: service.fetch });
  assertEquals(await me.userid(), userid);
  assertEquals((await me.user.info()).userid, userid);
  assertEquals(Deno.statSync(`${folder}/credentials.json`).mode! & 0o777, 0o600);
  assert(!Deno.inspect(me).includes("eyJ"), "no token is shown");
  await service.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("who is denied is told so, and nothing is kept", async () => {
  const { service, folder, store, credentials } = await signedIn("deny");
  const error = await assertRejects(() => credentials, SignInError);
  assertEquals(error.failure, "denied");
  assertEquals(await store.list(), []);
  await service.close();
  await Deno.remove(folder, { recursive: true });
});
