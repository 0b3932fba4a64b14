import { assert, assertEquals } from "@std/assert";
import { sitePages } from "../../../tools/reference/docs.ts";
import { buildIndex } from "../../../tools/reference/search/buildIndex.ts";
import { FIELD_WORDS } from "../../../tools/reference/search/fieldWords.ts";
import { findPages, stem } from "../../../tools/reference/search/rules.ts";
import { SEARCH_PHRASES } from "./searchPhrases.ts";

Deno.test("at least 95 % of six hundred phrases find the right page among the first three", async () => {
  const pages = await sitePages("none"), index = buildIndex(pages);
  const paths = new Set(pages.map(({ path }) => path.replace(/\.html$/, "")));
  assertEquals(SEARCH_PHRASES.flatMap((one) => one.pages).filter((page) => !paths.has(page)), []);
  const lost = SEARCH_PHRASES.flatMap(({ phrase, pages }) => {
    const found = findPages(index, phrase, 3)
      .map(({ path }) => path.replace(/(?:-\d+)?\.html.*$/, "")); // long pages have parts
    return found.some((path) => pages.includes(path)) ? [] : [{ phrase, found }];
  });
  assert(SEARCH_PHRASES.length >= 600);
  const share = 1 - lost.length / SEARCH_PHRASES.length;
  assert(
    share >= 0.95,
    `${lost.length} of ${SEARCH_PHRASES.length}: ${JSON.stringify(lost, null, 1)}`,
  );
});

Deno.test("British and American spellings find the same pages", () => {
  const pairs =
    "visualise visualize,colour color,analyse analyze,centre center,modelled modeled,catalogue catalog,organisation organization,behaviour behavior";
  for (const [british = "", american] of pairs.split(",").map((pair) => pair.split(" "))) {
    assertEquals(stem(british), stem(american ?? ""), british);
  }
});

Deno.test("each function with words of its field exists", async () => {
  const titles = new Set((await sitePages("none")).map(({ title }) => title));
  assertEquals(Object.keys(FIELD_WORDS).filter((name) => !titles.has(name)), []);
});
