import { assert, assertEquals } from "@std/assert";
import type { Session } from "../../../src/schema/sessions.ts";
import { embedded } from "../embedded.ts";

const SESSION = "/user/v1alpha1/session";

Deno.test("a session's token is shown once, works as a bearer token, and can be revoked at once", async () => {
  let now = "2024-01-01T00:00:00Z";
  await using here = await embedded({ clock: () => now });
  const body = JSON.stringify({ session_name: "nightly", state: "x", policy_id: null });
  const { token, ...rest } = await here.json<{ token: string }>(`POST ${SESSION}`, { body });
  assertEquals(rest, {});
  const listed = await here.json<Session[]>(`GET ${SESSION}`);
  const { id } = listed[0]!;
  assertEquals(listed, [{
    id,
    svc_userid: here.userid,
    name: "nightly",
    created_at: listed[0]!.created_at,
    deleted_at: null,
    policy_id: null,
  }]);
  assert(!JSON.stringify(listed).includes(token));

  const info = await here.json<{ userid: string }>("GET /user/v1alpha1/info", { token });
  assertEquals(info.userid, here.userid);
  now = "2034-01-01T00:00:00Z"; // it does not expire, unlike the access token
  await here.json("GET /user/v1alpha1/info", { status: 401 });
  await here.json("GET /user/v1alpha1/info", { token });

  const named = JSON.stringify({ session_name: "weekly", state: "x", policy_id: "p-1" });
  await here.json(`POST ${SESSION}`, { body: named, token });
  const all = await here.json<Session[]>(`GET ${SESSION}`, { token });
  assertEquals(all.find(({ name }) => name === "weekly")?.policy_id, "p-1");

  const stranger = await here.service.issueToken(crypto.randomUUID());
  assertEquals(await here.json(`GET ${SESSION}`, { token: stranger }), []);
  await here.json(`DELETE ${SESSION}/${id}`, { token: stranger, status: 404 });
  const response = await here.send(`DELETE ${SESSION}/${id}`, { token });
  assertEquals([response.status, await response.text()], [204, ""]);
  await here.json("GET /user/v1alpha1/info", { token, status: 401 });
  const again = await here.service.issueToken(here.userid);
  const [ended] = await here.json<Session[]>(`GET ${SESSION}`, { token: again });
  assert(ended!.deleted_at !== null);
  await here.json("GET /user/v1alpha1/info", { token: `${token}x`, status: 401 });
});

Deno.test("the store does not contain a session's token", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/store.sqlite`;
    const here = await embedded({ path });
    const body = JSON.stringify({ session_name: "nightly", state: "" });
    const { token } = await here.json<{ token: string }>(`POST ${SESSION}`, { body });
    await here.service.close();
    for await (const { name } of Deno.readDir(folder)) {
      const bytes = await Deno.readFile(`${folder}/${name}`);
      const text = new TextDecoder("latin1").decode(bytes);
      assert(!text.includes(token.slice(4)), name);
      assertEquals(text.includes("nightly"), name === "store.sqlite");
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a session needs a name and a state", async () => {
  await using here = await embedded();
  for (const body of ["{}", '{"session_name":"a"}', '{"session_name":"","state":"a"}']) {
    await here.json(`POST ${SESSION}`, { body, status: 422 });
  }
});
