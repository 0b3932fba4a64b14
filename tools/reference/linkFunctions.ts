import type { SitePage } from "./sitePage.ts";

/** Links function names in guides, such as `sleep.merge`, to their pages. */
export function linkFunctions(
  guides: readonly SitePage[],
  functions: readonly SitePage[],
): SitePage[] {
  const paths = new Map(
    functions.filter(({ isWhole }) => isWhole).map(({ title, path }) => [title, path]),
  );
  return guides.map((page) => {
    const root = "../".repeat(page.path.split("/").length - 1);
    // Skip code inside links and headings.
    const body = page.body.replaceAll(
      /<(a|h\d|pre)\b[^]*?<\/\1>|<code>((?:\w+\.)?\w+)(\(\))?<\/code>/g,
      (whole, _, name?: string, call = "") => {
        const path = name === undefined ? undefined : paths.get(name);
        return path === undefined || !(name!.includes(".") || call !== "")
          ? whole
          : `<a href="${root}${path}"><code>${name}${call}</code></a>`;
      },
    );
    return { ...page, body };
  });
}
