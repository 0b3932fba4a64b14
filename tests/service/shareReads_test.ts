import { assertEquals } from "@std/assert";
import type { ShareRead } from "../../src/schema/shares.ts";
import { openService } from "../../src/service/openService.ts";
import { embedded, JANUARY } from "./embedded.ts";

Deno.test("reads through a share are logged and listed for its owner only", async () => {
  let now = Temporal.Instant.from("2024-03-01T23:50:00Z");
  await using here = await embedded({ clock: () => now });
  const other = crypto.randomUUID(), token = await here.service.issueToken(other);
  await here.ingest("HeartRate", [{ start_time: "2024-01-05T00:00Z", value: 60 }]);
  const read = (metric: string) =>
    here.send(`GET /data/v0/${here.userid}/metric_samples?metric=${metric}&${JANUARY}`, { token });
  assertEquals((await read("HeartRate")).status, 403);
  await here.json("POST /user/v1alpha1/datashares", {
    body: JSON.stringify({
      datashare_name: "heart",
      svc_user_name: "A",
      svc_data_types: ["HeartRate"],
      permissions: [{ allowed_svc_userid: other }],
    }),
  });
  for (let i = 0; i < 3; i++) {
    assertEquals((await read("HeartRate")).status, 200);
    now = now.add({ minutes: 1 });
  }
  assertEquals((await read("StepCount")).status, 403);
  now = now.add({ minutes: 20 });
  assertEquals((await read("HeartRate")).status, 200);
  await here.json(`GET /data/v0/{me}/metric_samples?metric=HeartRate&${JANUARY}`);
  const range = "start_time=2024-03-01T00:00Z&end_time=2024-03-03T00:00Z";
  const list = (range: string, token = here.token) =>
    here.json<ShareRead[]>(`GET /user/v1alpha1/access/reads?${range}`, { token });
  let reads = await list(range);
  while (reads.length < 2) reads = await list(range); // reads are stored shortly after they happen
  assertEquals(
    reads.map(({ operation: _, ...rest }) => rest),
    [
      { count: 1, first_at: "2024-03-02T00:13:00.000000Z", last_at: "2024-03-02T00:13:00.000000Z" },
      { count: 3, first_at: "2024-03-01T23:50:00.000000Z", last_at: "2024-03-01T23:52:00.000000Z" },
    ].map((times) => ({ svc_userid: other, data_type: "HeartRate", ...times })),
  );
  assertEquals(reads[0]!.operation.includes("metric_samples"), true);
  assertEquals((await list("start_time=2024-03-02T00:00Z&end_time=2024-03-03T00:00Z")).length, 1);
  assertEquals(await list("start_time=2024-02-01T00:00Z&end_time=2024-03-01T00:00Z"), []);
  assertEquals(await list(range, token), []);
});

Deno.test("a named session always has the same token, even after a restart, until it is revoked", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const first = await openService({ folder });
    const owner = await first.owner(), token = await first.sessionToken(owner, "serve");
    assertEquals(await first.sessionToken(owner, "serve"), token);
    await first.close();
    const second = await openService({ folder });
    assertEquals(await second.sessionToken(owner, "serve"), token);
    const send = async (method: string, path: string, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await second.fetch(
        new Request(`http://localhost/user/v1alpha1/session${path}`, { method, headers }),
      );
      const text = await response.text();
      return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
    };
    const { json: [session, ...more] } = await send("GET", "", token);
    assertEquals([session.name, session.deleted_at, more], ["serve", null, []]);
    assertEquals((await send("DELETE", `/${session.id}`, token)).status, 204);
    assertEquals((await send("GET", "", token)).status, 401);
    const next = await second.sessionToken(owner, "serve");
    assertEquals((await send("GET", "", next)).json.length, 2);
    for await (const { name } of Deno.readDir(folder)) {
      const kept = new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`));
      for (const secret of [token, next]) assertEquals(kept.includes(secret), false, name);
    }
    await second.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("revoking all tokens of a user spares others' and later ones", async () => {
  await using here = await embedded();
  const other = await here.service.issueToken(crypto.randomUUID());
  const named = await here.service.sessionToken(here.userid, "script");
  const status = async (token: string): Promise<number> => {
    const response = await here.send("GET /user/v1alpha1/tag", { token });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals((await here.send("DELETE /user/v1alpha1/session", { token: named })).status, 204);
  assertEquals(await Promise.all([here.token, named, other].map(status)), [401, 401, 200]);
  const later = await here.service.issueToken(here.userid);
  const session = await here.service.sessionToken(here.userid, "script");
  assertEquals(await Promise.all([later, session].map(status)), [200, 200]);
});
