import { assertEquals } from "@std/assert";
import { programsOf, startedPrograms } from "./startedPrograms.ts";

const programs = programsOf([
  { path: "src/cli/store.ts", text: "if (import.meta.main) Deno.exit(0);" },
  { path: "src/cohort/programs/worker.ts", text: "if (import.meta.main) {}" },
  { path: "src/cli/args/readFlags.ts", text: "export const a = 1;" },
]);

Deno.test("startedPrograms() finds each program that a test starts by address or path once", () => {
  const started = (text: string) =>
    startedPrograms({ path: "tests/cli/a_test.ts", text }, programs);
  assertEquals(started('new URL("../../src/cohort/programs/worker.ts", import.meta.url)'), [
    "src/cohort/programs/worker.ts",
  ]);
  assertEquals(started('["run", "src/cli/store.ts"], "src/cli/store.ts"'), ["src/cli/store.ts"]);
  assertEquals(started('new URL("../../src/cli/args/readFlags.ts", import.meta.url)'), []);
  assertEquals(started('new URL("../src/cohort/programs/worker.ts", import.meta.url)'), []);
});
