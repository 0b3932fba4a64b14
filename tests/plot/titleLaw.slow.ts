import { checkTitles, TITLES } from "./titleRules.ts";

for (const name of Object.keys(TITLES)) {
  Deno.test(`every number that a mark of ${name}() says is one of many lives' raw records`, async () => {
    await checkTitles(name, 60);
  });
}
