import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { DENO, LAUNCHER_FLAGS } from "../../../src/cli/args/taskLine.ts";

const path = fileURLToPath(new URL("../../../tools/pack/lifeframe.js", import.meta.url));
const text = Deno.readTextFileSync(path);

Deno.test("the program of the npm package gives the launcher the permissions of a clone's task", () => {
  const [, list] = /const FLAGS = \[([^]*?)\];/.exec(text)!;
  assertEquals(Array.from(list!.matchAll(/"([^"]+)"/g), ([, flag]) => flag), [...LAUNCHER_FLAGS]);
});

Deno.test("the program of the npm package fetches the version of Deno that the pages name", () => {
  const [, version] = /const DENO = "(.+)";/.exec(text)!;
  assertEquals(DENO, `npx -y deno@${version}`);
  assertMatch(text, /^#!\/usr\/bin\/env node\n/);
});
