import { namespaceFile } from "./functionPages.ts";
import { type Kind, KINDS } from "./siteMap.ts";
import type { Around, NavGroup, SitePage } from "./sitePage.ts";

/**
 * Returns a function that gives the side navigation and the neighbours of a page. Guides list all
 * guides. A function lists its namespace, an operation the operations of its noun.
 */
export function neighbours(pages: readonly SitePage[]): (page: SitePage) => Around {
  const kinds = Object.keys(KINDS) as Kind[];
  const read = kinds.flatMap((kind) =>
    pages.filter((page) =>
      page.kind === kind && page.group === undefined && page.path !== "index.html" &&
      page.isList !== true
    )
  );
  const guides = kinds.map((kind): NavGroup => ({
    title: KINDS[kind].title,
    pages: read.filter((page) => page.kind === kind && !/-\d+\.html$/.test(page.path)),
  })).filter(({ pages }) => pages.length > 0);
  const grouped = Map.groupBy(pages.filter(({ group }) => group !== undefined), (one) => one.group);
  const top = (kind: "reference" | "interface"): NavGroup => ({
    title: KINDS[kind].title,
    pages: pages.filter(({ path, group }) =>
      kind === "reference"
        ? path === "functions/index.html" || path === `functions/${namespaceFile(group ?? "-")}`
        : path === KINDS.interface.path
    ),
  });
  return (page) => {
    const own = page.group === undefined ? guides : groupsOf(page, grouped, top);
    // The parts of a long page follow each other; the navigation only lists the first.
    const order = own === guides ? read : own.flatMap((group) => group.pages);
    const at = order.indexOf(page);
    return {
      groups: own,
      ...at < 0 ? {} : { previous: order[at - 1], next: order[at + 1] },
    };
  };
}

function groupsOf(
  page: SitePage,
  grouped: ReadonlyMap<string | undefined, readonly SitePage[]>,
  top: (kind: "reference" | "interface") => NavGroup,
): NavGroup[] {
  const all = grouped.get(page.group) ?? [];
  const isFunction = page.path.startsWith("functions/");
  const named = all.filter((one) => one.isList !== true && one.weight !== 0.8);
  // A namespace has many types: pages of functions only list functions, and the namespace's page
  // lists all types.
  const siblings = isFunction ? named.filter((one) => one.weight === 1 || one === page) : named;
  const title = page.group === "" ? "The module itself" : page.group!;
  return [
    top(isFunction ? "reference" : "interface"),
    ...siblings.length === 0 || title === "functions" ? [] : [{ title, pages: siblings }],
  ];
}
