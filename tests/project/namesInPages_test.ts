import { assert, assertEquals } from "@std/assert";
import * as lifeframe from "@lifeframe/lifeframe";

const me = lifeframe.connect({ baseUrl: "http://127.0.0.1:1", token: "unused", tz: "UTC" });

const ROOT = new URL("../../", import.meta.url);
const read = (path: string): string => Deno.readTextFileSync(new URL(path, ROOT));

/** Pages written by hand; CHANGELOG.md names what former versions had. */
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  ...Array.from(Deno.readDirSync(new URL("docs/", ROOT)), ({ name }) => `docs/${name}`)
    .filter((path) => /\.md$/.test(path) && !/\/(?:api|interface|operations)\.md$/.test(path)),
];

/** Inline code of a page, each with the page. */
const CODE = PAGES.flatMap((page) =>
  Array.from(
    read(page).replaceAll(/^( *)```[^]*?^\1```/gm, "").matchAll(/`([^`\n]+)`/g),
    ([, code]) => ({ page, code: code! }),
  )
);

/** Every file and folder of the project, as `/src/sleep/merge.ts` and `/src/sleep/`. */
const TREE = ["src", "tests", "tools", "docs", "notebooks"].flatMap((folder) => [
  `/${folder}/`,
  ...entriesIn(`${folder}/`),
]);
const FOLDERS = new Set(
  TREE.filter((path) => path.endsWith("/")).map((path) => path.split("/").at(-2)!),
);

function entriesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(new URL(folder, ROOT))).flatMap(({ name, isDirectory }) =>
    isDirectory
      ? [`/${folder}${name}/`, ...name === "node_modules" ? [] : entriesIn(`${folder}${name}/`)]
      : [`/${folder}${name}`]
  );
}

/** Returns whether code is a path of the project; `files/<id>` is the layout of a mirror. */
function isPath(code: string): boolean {
  const [first, ...rest] = code.split("/");
  return /^[\w./<>*-]+$/.test(code) && rest.length > 0 && FOLDERS.has(first!) &&
    !code.startsWith("files/<");
}

/** Returns whether the project has a path, which may leave out the folders before it and `.ts`. */
function exists(path: string): boolean {
  const pattern = path.replaceAll(".", "\\.").replaceAll(/<\w+>|\*/g, "[^/]+");
  const end = new RegExp(`/${pattern}(?:\\.ts)?/?$`);
  return TREE.some((entry) => end.test(entry));
}

Deno.test("every path on a page exists", () => {
  const cited = CODE.filter(({ code }) => isPath(code));
  assert(cited.length > 50);
  assertEquals(cited.filter(({ code }) => !exists(code)), []);
  assert(!exists("src/sleep/nothing.ts") && !exists("sleep/nothing"));
});

/** Returns whether a chain of names, such as `me.api.tags.list`, leads to a value. */
function isThere(name: string): boolean {
  let value: unknown = { ...lifeframe, me };
  try {
    for (const part of name.split(".")) value = (value as Record<string, unknown>)[part];
  } catch {
    return false;
  }
  return value !== undefined;
}

Deno.test("every function of a namespace and question of me on a page exists", () => {
  const cited = CODE.flatMap(({ page, code }) => {
    const [name] = /^(?:experiment|me|places|plot|read|series|show|sleep)(?:\.\w+)+/.exec(code) ??
      [];
    const isFile = /^\w+\.(?:csv|json|md|svg|zip)$/.test(code);
    return name === undefined || isFile ? [] : [{ page, name }];
  });
  assert(cited.length > 200);
  assertEquals(cited.filter(({ name }) => !isThere(name)), []);
  assert(!isThere("sleep.nothing") && !isThere("me.metrics.nothing"));
});
