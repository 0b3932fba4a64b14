import { compareVerbs } from "./compareVerbs.ts";

Deno.test("every verb returns on Spark, local-cluster[2,1,900], the same rows as on this machine, to the last bit, with random options", async (test) => {
  await compareVerbs(test, "local-cluster[2,1,900]");
});
