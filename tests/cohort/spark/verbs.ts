import { compareVerbs } from "./compareVerbs.ts";

Deno.test("every verb gives on Spark, local[2], the rows of this machine, to the last bit, with options drawn at random", async (test) => {
  await compareVerbs(test, "local[2]");
});
