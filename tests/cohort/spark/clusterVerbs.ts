import { compareVerbs } from "./compareVerbs.ts";

Deno.test("every verb gives on Spark, local-cluster[2,1,900], the rows of this machine, to the last bit, with options drawn at random", async (test) => {
  await compareVerbs(test, "local-cluster[2,1,900]");
});
