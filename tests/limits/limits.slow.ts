import { assertRejects, assertStringIncludes } from "@std/assert";
import { type Limit, type LimitName, LIMITS } from "../../src/options/limits.ts";
import { CASES } from "./cases.ts";

const ROWS = Object.entries(LIMITS) as [LimitName, Limit][];

for (const [name, { counts, error }] of ROWS) {
  Deno.test(`limit ${name}: exceeding it is an error (${counts})`, async () => {
    const { message } = await assertRejects(async () => await CASES[name].exceed(), Error);
    assertStringIncludes(message, error);
  });

  Deno.test(`limit ${name}: the largest honest example passes`, async () => {
    await CASES[name].honest();
  });
}
