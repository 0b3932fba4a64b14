import { assert } from "@std/assert";
import { publicProgram } from "../../tools/reference/publicProgram.ts";

const { exportsOf } = publicProgram();

Deno.test("mod.ts exports at most 160 names, all of them in itself", () => {
  const names = exportsOf("mod.ts").map(({ name }) => name);
  assert(names.includes("demo") && names.includes("When"), names.join());
  assert(names.length <= 160, `${names.length} names`);
});
