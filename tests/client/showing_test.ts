import { assert, assertEquals } from "@std/assert";
import { connect } from "../../mod.ts";
import { JUPYTER_DISPLAY } from "../../src/display/displayable.ts";

const client = (answer: unknown) =>
  connect({ baseUrl: "http://localhost", token: "x", fetch: () => Response.json(answer) });

Deno.test("records that a client reads display as a table, and remain plain lists", async () => {
  const sent = [{ id: "a", name: "Tea <b>" }, { id: "b", name: "Walk" }];
  const tags = await client(sent).api.tags.list();
  assertEquals(tags, sent);
  assertEquals([Object.keys(tags), JSON.stringify(tags)], [["0", "1"], JSON.stringify(sent)]);
  assert(Deno.inspect(tags).startsWith("2 rows × 2 columns"), Deno.inspect(tags));
  const shown = await (tags as unknown as { [JUPYTER_DISPLAY](): Promise<Record<string, string>> })
    [JUPYTER_DISPLAY]();
  assert(shown["text/html"]!.includes("Tea &lt;b&gt;"));
  assert(`${tags}`.startsWith("2 rows × 2 columns"), `${tags}`);
  assertEquals(Deno.inspect(await client([]).api.tags.list()), "[]");
});

Deno.test("a list inside a record also displays as a table", async () => {
  const files = [{ id: "a", name: "today.md", size: 3 }];
  const answer = await client({ files, folders: ["/notes"] }).api.files.list();
  assert(Deno.inspect(answer.files).startsWith("1 row × 3 columns"));
  assertEquals(Deno.inspect(answer.folders), '[ "/notes" ]');
});
