import { assert, assertEquals } from "@std/assert";
import { sitePages } from "../../../tools/reference/docs.ts";
import { SEARCH_PHRASES } from "../../../tools/reference/search/asked.ts";
import { buildIndexes, buildQuestions } from "../../../tools/reference/search/buildIndex.ts";
import { FIELD_WORDS } from "../../../tools/reference/search/fieldWords.ts";
import { findPages, stem, words } from "../../../tools/reference/search/rules.ts";

const PAGES = await sitePages("none");

Deno.test("phrases that the index does not know find the right page among the first three", () => {
  const { parts } = buildIndexes(PAGES);
  const lost = [0, 1, 2, 3, 4].flatMap((fold) => {
    const questions = buildQuestions(parts, SEARCH_PHRASES.filter((_, i) => i % 5 !== fold));
    return SEARCH_PHRASES.filter((_, i) => i % 5 === fold).flatMap(({ phrase, pages }) => {
      const found = findPages({ parts, questions }, phrase, 3)
        .map(({ path }) => path.replace(/(?:-\d+)?\.html.*$/, "")); // long pages have parts
      return found.some((path) => pages.includes(path)) ? [] : [`${phrase}: ${found.join(", ")}`];
    });
  });
  assert(SEARCH_PHRASES.length >= 1500);
  const share = 1 - lost.length / SEARCH_PHRASES.length;
  assert(share >= 0.88, `${lost.length} of ${SEARCH_PHRASES.length}:\n${lost.join("\n")}`);
});

Deno.test("each page of a phrase exists, and no phrase is there twice", () => {
  const paths = new Set(PAGES.map(({ path }) => path.replace(/\.html$/, "")));
  assertEquals(SEARCH_PHRASES.flatMap((one) => one.pages).filter((page) => !paths.has(page)), []);
  assertEquals(new Set(SEARCH_PHRASES.map(({ phrase }) => phrase)).size, SEARCH_PHRASES.length);
});

Deno.test("British and American spellings find the same pages", () => {
  const pairs =
    "visualise visualize,colour color,analyse analyze,centre center,modelled modeled,catalogue catalog,organisation organization,behaviour behavior";
  for (const [british = "", american] of pairs.split(",").map((pair) => pair.split(" "))) {
    assertEquals(stem(british), stem(american ?? ""), british);
  }
});

Deno.test("each function with words of its field exists", () => {
  const titles = new Set(PAGES.map(({ title }) => title));
  assertEquals(Object.keys(FIELD_WORDS).filter((name) => !titles.has(name)), []);
});

Deno.test("the name of a column finds the pages that explain it", () => {
  assertEquals(words("cut_basis, heartRate"), [
    ...["cut_basis", "cut", "basis", "heartrate", "heart", "rate"],
  ]);
  const indexes = buildIndexes(PAGES);
  const columns = {
    has_undetermined_duration: "functions/me.samples",
    cut_basis: "functions/sleep.sessions",
    in_bed_stage: "functions/sleep.sessions",
    hedges_g: "functions/series.compare",
    midpoint_sd: "functions/sleep.timing",
    "column enough": "guides/glossary",
    overrode: "functions/sleep.merge",
  };
  for (const [name, page] of Object.entries(columns)) {
    const found = findPages(indexes, name, 3).map(({ path }) => path);
    assert(found.some((path) => path.startsWith(page)), `${name}: ${found.join(", ")}`);
  }
});
