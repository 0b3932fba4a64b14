import { assertEquals } from "@std/assert";
import type { Tag } from "../../../src/schema/tags.ts";
import { embedded } from "../embedded.ts";

const TAG = "/user/v1alpha1/tag";

Deno.test("a tag is created, listed, read by id and by name, and deleted", async () => {
  await using here = await embedded();
  const make = (name: string) => here.json<Tag>(`POST ${TAG}`, { body: JSON.stringify({ name }) });
  // A name may contain any character, even those with a meaning in paths or SQL.
  const names = ["calm", "a/b?c#d%2F", "50 %", "\0nul", "𝄞".repeat(30), "ü", " "];
  const made = [];
  for (const name of names) made.push(await make(name));
  assertEquals(made.map((tag) => tag.name), names);
  assertEquals(await here.json(`GET ${TAG}`), made);
  for (const tag of made) {
    assertEquals(await here.json(`GET ${TAG}/id/${tag.id.toUpperCase()}`), tag);
    assertEquals(await here.json(`GET ${TAG}/name/${encodeURIComponent(tag.name)}`), tag);
  }
  const response = await here.send(`DELETE ${TAG}/id/${made[0]!.id}`);
  assertEquals([response.status, await response.text()], [204, ""]);
  for (const path of [`id/${made[0]!.id}`, "name/calm"]) {
    await here.json(`GET ${TAG}/${path}`, { status: 404 });
  }
  await here.json(`DELETE ${TAG}/id/${made[0]!.id}`, { status: 404 });
  assertEquals(await here.json(`GET ${TAG}`), made.slice(1));
});

Deno.test("a tag's name is unique per user and hidden from others", async () => {
  await using here = await embedded();
  const token = await here.service.issueToken(crypto.randomUUID());
  const body = JSON.stringify({ name: "calm" });
  const { id } = await here.json<Tag>(`POST ${TAG}`, { body });
  await here.json(`POST ${TAG}`, { body, status: 409 });
  assertEquals(await here.json(`GET ${TAG}`, { token }), []);
  await here.json(`GET ${TAG}/id/${id}`, { token, status: 404 });
  await here.json(`GET ${TAG}/name/calm`, { token, status: 404 });
  await here.json(`DELETE ${TAG}/id/${id}`, { token, status: 404 });
  await here.json(`POST ${TAG}`, { token, body });
  assertEquals((await here.json<Tag[]>(`GET ${TAG}`)).length, 1);
});

Deno.test("an invalid tag is rejected with the location of the error", async () => {
  await using here = await embedded();
  const refused = async (body: string | undefined) => {
    const { detail } = await here.json<{ detail: { loc: string[]; msg: string; type: string }[] }>(
      `POST ${TAG}`,
      { ...(body === undefined ? {} : { body }), status: 422 },
    );
    return detail.map(({ loc, type }) => [loc.join("."), type]);
  };
  assertEquals(await refused('{"name":""}'), [["body.name", "too_small"]]);
  assertEquals(await refused(JSON.stringify({ name: "x".repeat(31) })), [["body.name", "custom"]]);
  assertEquals(await refused("{}"), [["body.name", "missing"]]);
  assertEquals(await refused('{"name":"a","id":1}'), [["body.id", "extra_forbidden"]]);
  assertEquals(await refused("[]"), [["body", "invalid_type"]]);
  assertEquals(await refused("{"), [["body", "json_invalid"]]);
  assertEquals(await refused(undefined), [["body", "missing"]]);
  await here.json(`GET ${TAG}/id/none`, { status: 422 });
  await here.json(`POST ${TAG}`, { body: `"${"x".repeat(1 << 20)}"`, status: 413 });
});
