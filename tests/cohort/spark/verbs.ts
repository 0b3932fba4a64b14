import { compareVerbs } from "./compareVerbs.ts";

Deno.test("every verb returns on Spark, local[2], the same rows as on this machine, to the last bit, with random options", async (test) => {
  await compareVerbs(test, "local[2]");
});
