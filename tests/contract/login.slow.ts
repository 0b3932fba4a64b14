import { assert, assertEquals, assertRejects } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import { credentialsStore } from "../../src/client/auth/credentialsStore.ts";
import { signIn } from "../../src/client/auth/signIn.ts";
import { SignInError } from "../../src/client/errors/signInError.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import { approve } from "./signIn.ts";

const baseUrl = "http://localhost:8390";

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
    onPrompt: (prompt) => approve(service, prompt.completeUrl!, userid, decision, service),
  });
  return { service, userid, folder, store, credentials };
}

Deno.test("after an approved sign-in, the stored credentials read the user's own data", async () => {
  const { service, userid, folder, store, credentials } = await signedIn("approve");
  await credentials;
  const me = connect({ baseUrl, credentials: store, fetch: service.fetch });
  assertEquals(await me.userid(), userid);
  assertEquals((await me.api.user.info()).userid, userid);
  assertEquals(Deno.statSync(`${folder}/credentials.json`).mode! & 0o777, 0o600);
  assert(!Deno.inspect(me).includes("eyJ"), "no token is shown");
  await service.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a denied sign-in reports the denial and stores nothing", async () => {
  const { service, folder, store, credentials } = await signedIn("deny");
  const error = await assertRejects(() => credentials, SignInError);
  assertEquals(error.failure, "denied");
  assertEquals(await store.list(), []);
  await service.close();
  await Deno.remove(folder, { recursive: true });
});
