import { assertEquals, assertRejects } from "@std/assert";
import { z } from "zod";
import { jsonBody } from "../../../src/service/http/jsonBody.ts";
import { type Issue, Problem } from "../../../src/service/http/problem.ts";

const read = (body: string | Uint8Array<ArrayBuffer>): Promise<unknown> =>
  jsonBody(new Request("http://localhost/", { method: "POST", body }), z.array(z.number()));

/** Returns the type of the error in a body. */
async function problem(body: string | Uint8Array<ArrayBuffer>): Promise<unknown> {
  const { status, detail } = await assertRejects(() => read(body), Problem);
  return [status, ...(detail as readonly Issue[]).map(({ type }) => type)];
}

Deno.test("jsonBody() reads up to 30,000 values and rejects more, however short they are", async () => {
  const ones = (count: number): string => JSON.stringify(new Array(count).fill(1));
  assertEquals((await read(ones(29_999)) as number[]).length, 29_999); // and the list itself
  assertEquals(await problem(ones(30_000)), [422, "too_long"]);
  assertEquals(await problem(ones(30_001)), [422, "too_long"]);
  assertEquals(await problem(ones(300_000)), [422, "too_long"]);
});

Deno.test("jsonBody() distinguishes a missing body, invalid JSON, and the wrong contents", async () => {
  assertEquals(await problem(""), [422, "missing"]);
  assertEquals(await problem("[1,"), [422, "json_invalid"]);
  assertEquals(await problem(Uint8Array.of(0x22, 0xff, 0x22)), [422, "json_invalid"]);
  assertEquals((await problem('["a"]') as unknown[])[0], 422);
  assertEquals(await read("[1, 2]"), [1, 2]);
});
