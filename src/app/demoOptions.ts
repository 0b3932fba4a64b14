import type { UnitSystem } from "../client/connectOptions.ts";
import type { SampleOptions } from "../sample/life/options.ts";
import { optionNames } from "../options/checkOptions.ts";
import type { Me } from "./me.ts";

/** Options of {@linkcode demo} and {@linkcode demoPeople}. */
export interface DemoOptions extends SampleOptions {
  /** System of units in which questions show amounts: kilometres or miles. @default "metric" */
  units?: UnitSystem | undefined;
}

/** Option names of {@linkcode demo} and {@linkcode demoPeople}. */
export const DEMO_OPTIONS = optionNames<DemoOptions>()("seed days units");

/** Two users of one embedded service. */
export interface DemoPeople {
  /** Client of the user with the sample data. */
  readonly me: Me;
  /** Client of another user, who has some data and sees what the first user shares. */
  readonly friend: Me;
}
