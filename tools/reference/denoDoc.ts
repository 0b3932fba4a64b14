import config from "../../deno.json" with { type: "json" };

/** The folder of the project. */
export const PROJECT = new URL("../../", import.meta.url);

/** How a page says that something of a namespace is imported. */
const NAMESPACE_IMPORT =
  /import (?:type )?(?:\{ (?:type )?[\w.]+ \}|\* as \w+) from &quot;((?:src[^"]*?\.ts)|[a-z]+)&quot;/g;

/** What keeps `deno doc` from fetching anything and from writing to the lock file. */
const OFFLINE = ["--quiet", "--no-lock", "--no-remote", "--no-npm"];

/** The modules of what `mod.ts` gives as namespaces, by their names: `deno doc` does not look into those. */
export const NAMESPACES: Readonly<Record<string, string>> = {
  places: "src/places/mod.ts",
  plot: "src/plot/mod.ts",
  range: "src/time/range.ts",
  read: "src/read/mod.ts",
  series: "src/series/mod.ts",
  show: "src/frame/show.ts",
  sleep: "src/sleep/mod.ts",
};

/** The documentation of everything public as pages of HTML, written into a new folder. */
export async function denoDocHtml(folder: string): Promise<void> {
  const modules = ["mod.ts", ...Object.values(NAMESPACES)];
  await denoDoc(["--html", "--name=lifeframe", `--output=${folder}`], modules);
  await mendPages(folder);
}

async function denoDoc(args: readonly string[], modules: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", ...args, ...OFFLINE, ...modules],
    cwd: PROJECT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  if (code !== 0) throw new Error(`deno doc failed: ${text.decode(stderr).trim()}`);
  return text.decode(stdout);
}

/**
 * Mends what only a server would follow: links to a folder instead of its page, and to the page of a
 * member with a slash in its name, which is in a file named with `%2F`. The name in the head of the
 * first page leads up, to the whole reference; links to sources, which hold this machine's paths, go.
 */
async function mendPages(folder: string): Promise<void> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) await mendPages(`${folder}/${name}`);
    if (isDirectory || !name.endsWith(".html")) continue;
    const html = await Deno.readTextFile(`${folder}/${name}`);
    const mended = html
      .replaceAll(/href="((?:\.\.?(?:&#x2F;|\/))+)"/g, `href="$1index.html"`)
      .replace(`href="" class="contextLink"`, `href="../index.html" class="contextLink"`)
      .replaceAll(/(href="[^"?]*)%2F/g, "$1%252F")
      .replaceAll(/ href="file:[^"]*"/g, "")
      .replaceAll("from &quot;.&quot;", `from &quot;${config.name}&quot;`)
      .replaceAll(
        NAMESPACE_IMPORT,
        (_, path) => `import { ${nameOf(path)} } from &quot;${config.name}&quot;`,
      );
    await Deno.writeTextFile(`${folder}/${name}`, mended);
  }
}

function nameOf(given: string): string {
  const path = given.replaceAll("&#x2F;", "/");
  return Object.keys(NAMESPACES).find((name) => pageFolder(name) === path)!;
}

/** The folder in which `deno doc` writes the pages of a namespace: its export, else its module. */
export function pageFolder(namespace: string): string {
  return `./${namespace}` in config.exports ? namespace : NAMESPACES[namespace]!;
}
