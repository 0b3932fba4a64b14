/** Prints the test files that have properties, for `task test:random`. @module */
import { readdirSync } from "node:fs";

const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("_test.ts"))
  .map((file) => `tests/${file}`)
  .filter((file) => Deno.readTextFileSync(file).includes('from "fast-check"'));
// deno-lint-ignore no-console -- its output is read by the task
console.log(files.join("\n"));
