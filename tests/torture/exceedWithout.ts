// Exceeds a limit that is removed, in a process of its own: `exceedWithout.ts NAME`. Prints `passed` if
// nothing refuses the excess, `same` if an error of the limit does all the same, otherwise `other` and
// the error.
import { type Limit, type LimitName, LIMITS } from "../../src/options/limits.ts";

const removed = Deno.args[0] as LimitName;
const limit: { -readonly [key in keyof Limit]: Limit[key] } = LIMITS[removed];
// No timer runs for a million times as long as a body may take.
limit.most *= removed === "bodySpeed" ? 1_000 : 1_000_000;

// Late, because the code reads some of the limits when it is loaded.
const { CASES } = await import("../limits/cases.ts");
let word = "passed";
try {
  await CASES[removed].exceed();
} catch (error) {
  const { name, message } = error as Error;
  word = name !== "AssertionError" && message.includes(limit.error)
    ? `same ${message}`
    : `other ${message}`;
}
Deno.stdout.writeSync(new TextEncoder().encode(`${word}\n`));
Deno.exit();
