import { assertRejects, assertStringIncludes } from "@std/assert";
import { type Limit, type LimitName, LIMITS } from "../../src/options/limits.ts";
import { ARROW_CASES } from "./arrowCases.ts";
import { BODY_CASES } from "./bodyCases.ts";
import { READ_CASES } from "./readCases.ts";
import { SERVE_CASES } from "./serveCases.ts";
import { STORE_CASES } from "./storeCases.ts";
import type { LimitCase } from "./limitCase.ts";

const CASES: Readonly<Record<LimitName, LimitCase>> = {
  ...ARROW_CASES,
  ...BODY_CASES,
  ...READ_CASES,
  ...SERVE_CASES,
  ...STORE_CASES,
};
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
