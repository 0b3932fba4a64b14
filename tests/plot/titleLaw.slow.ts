import { checkTitles, TITLES } from "./titleRules.ts";

for (const name of Object.keys(TITLES)) {
  Deno.test(`every number in the titles of ${name}() comes from the raw records, for many lives`, async () => {
    await checkTitles(name, 60);
  });
}
