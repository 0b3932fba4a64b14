/** fast-check as the tests import it: its `assert` runs in three lanes. @module */
import * as fc from "./lanes.ts";

export { fc as default };
