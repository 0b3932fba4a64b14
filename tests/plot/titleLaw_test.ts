import { assertEquals } from "@std/assert";
import { EVERY_PICTURE } from "./everyPicture.ts";
import { checkTitles, TITLES } from "./titleRules.ts";

Deno.test("the law of titles has every picture", () => {
  assertEquals(Object.keys(TITLES), Object.keys(EVERY_PICTURE).sort(), "add it to TITLES");
});

for (const [name, titled] of Object.entries(TITLES)) {
  if (typeof titled === "string") {
    Deno.test(`the titles of ${name}() are tested where the law says`, async () => {
      const [path] = /tests\/[\w/.]+(?<!\.)/.exec(titled)!;
      await Deno.stat(new URL(`../../${path}`, import.meta.url));
    });
  } else {
    Deno.test(`every number that a mark of ${name}() says is one of the raw records`, async () => {
      await checkTitles(name, 3);
    });
  }
}
