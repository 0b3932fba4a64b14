import type { UnitSystem } from "../client/connectOptions.ts";
import type { SampleOptions } from "../sample/life/options.ts";
import { optionNames } from "../options/checkOptions.ts";
import type { Me } from "./me.ts";

/** What the embedded service holds, and in which units its clients show amounts. */
export interface DemoOptions extends SampleOptions {
  /** The system of units in which questions show amounts: kilometres or miles. @default "metric" */
  units?: UnitSystem | undefined;
}

/** The options of {@linkcode demo} and {@linkcode demoPeople}. */
export const DEMO_OPTIONS = optionNames<DemoOptions>()("seed days units");

/** Two users of one embedded service. */
export interface DemoPeople {
  /** Whose data the sample is. */
  readonly me: Me;
  /** Somebody with some data of their own, who sees of mine what is shared with them. */
  readonly friend: Me;
}
