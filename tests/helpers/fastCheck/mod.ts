/** fast-check as the tests import it: its `assert` runs in two lanes. @module */
import * as fc from "./lanes.ts";

export { fc as default };
