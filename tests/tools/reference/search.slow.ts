import { assert, assertEquals } from "@std/assert";
import { sitePages } from "../../../tools/reference/docs.ts";
import { buildIndex } from "../../../tools/reference/search/buildIndex.ts";
import { findPages } from "../../../tools/reference/search/rules.ts";
import { SEARCH_PHRASES } from "./searchPhrases.ts";

Deno.test("at least 95 % of two hundred phrases find the right page among the first three", async () => {
  const pages = await sitePages("none"), index = buildIndex(pages);
  const paths = new Set(pages.map(({ path }) => path.replace(/\.html$/, "")));
  assertEquals(SEARCH_PHRASES.flatMap((one) => one.pages).filter((page) => !paths.has(page)), []);
  const lost = SEARCH_PHRASES.flatMap(({ phrase, pages }) => {
    const found = findPages(index, phrase, 3)
      .map(({ path }) => path.replace(/(?:-\d+)?\.html.*$/, "")); // long pages have parts
    return found.some((path) => pages.includes(path)) ? [] : [{ phrase, found }];
  });
  assert(SEARCH_PHRASES.length >= 200);
  const share = 1 - lost.length / SEARCH_PHRASES.length;
  assert(
    share >= 0.95,
    `${lost.length} of ${SEARCH_PHRASES.length}: ${JSON.stringify(lost, null, 1)}`,
  );
});
