/** Prints the test files that have properties, for `task test:random`. @module */
import { globSync } from "node:fs";

const files = globSync("tests/**/*_test.ts")
  .filter((file) => Deno.readTextFileSync(file).includes('from "fast-check"'));
// deno-lint-ignore no-console -- its output is read by the task
console.log(files.join("\n"));
