import type { LimitName } from "../../src/options/limits.ts";
import { ARROW_CASES } from "./arrowCases.ts";
import { BODY_CASES } from "./bodyCases.ts";
import type { LimitCase } from "./limitCase.ts";
import { READ_CASES } from "./readCases.ts";
import { SERVE_CASES } from "./serveCases.ts";
import { STORE_CASES } from "./storeCases.ts";

/** The cases of all limits. */
export const CASES: Readonly<Record<LimitName, LimitCase>> = {
  ...ARROW_CASES,
  ...BODY_CASES,
  ...READ_CASES,
  ...SERVE_CASES,
  ...STORE_CASES,
};
