/** A phrase that readers search for, and the pages that answer it. */
export interface SearchPhrase {
  readonly phrase: string;
  /** Paths of the site without `.html`. */
  readonly pages: readonly string[];
}

/** Lines of `phrase => page, page`, the best page first; a page without a folder is a guide. */
const PHRASES = await Deno.readTextFile(new URL("asked.txt", import.meta.url));

/** The phrases with the pages that answer them. */
export const SEARCH_PHRASES: readonly SearchPhrase[] = PHRASES.trim().split("\n").map((line) => {
  const [phrase, pages] = line.split(" => ") as [string, string];
  const path = (page: string): string =>
    page === "gallery" ? "pictures/index" : page.includes("/") ? page : `guides/${page}`;
  return { phrase, pages: pages.split(", ").map(path) };
});
