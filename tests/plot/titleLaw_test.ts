import { assertEquals } from "@std/assert";
import { EVERY_PICTURE } from "./everyPicture.ts";
import { checkTitles, TITLES } from "./titleRules.ts";

Deno.test("titleRules.ts has every chart", () => {
  assertEquals(Object.keys(TITLES), Object.keys(EVERY_PICTURE).sort(), "add it to TITLES");
});

for (const [name, titled] of Object.entries(TITLES)) {
  if (typeof titled === "string") {
    Deno.test(`the test that TITLES names for ${name}() exists`, async () => {
      const [path] = /tests\/[\w/.]+(?<!\.)/.exec(titled)!;
      await Deno.stat(new URL(`../../${path}`, import.meta.url));
    });
  } else {
    Deno.test(`every number in the titles of ${name}() comes from the raw records`, async () => {
      await checkTitles(name, 3);
    });
  }
}
