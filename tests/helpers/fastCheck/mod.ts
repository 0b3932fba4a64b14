/** fast-check for tests, with an `assert` that runs in three lanes. @module */
import * as fc from "./lanes.ts";

export { fc as default };
