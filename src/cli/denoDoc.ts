/** The folder of the project. */
export const PROJECT = new URL("../../", import.meta.url);

/** What keeps `deno doc` from fetching anything and from writing to the lock file. */
const OFFLINE = ["--quiet", "--no-lock", "--no-remote", "--no-npm"];

/** The documentation of everything public as pages of HTML, written into a folder that is made anew. */
export async function denoDocHtml(folder: string): Promise<void> {
  await denoDoc(["--html", "--name=lifeframe", `--output=${folder}`]);
  await mendLinks(folder);
  await mendLinks(`${folder}/~`);
}

/** The documentation of everything public as parsed JSON. */
export async function denoDocJson(): Promise<unknown> {
  return JSON.parse(await denoDoc(["--json"]));
}

async function denoDoc(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", ...args, ...OFFLINE, "mod.ts"],
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
 * Mends links that only a server would follow: to a folder instead of its page, and to the page of a
 * member with a slash in its name, which is in a file named with `%2F`. The name in the head of the
 * first page leads up, to the whole reference.
 */
async function mendLinks(folder: string): Promise<void> {
  for (const { name } of Deno.readDirSync(folder)) {
    if (!name.endsWith(".html")) continue;
    const html = await Deno.readTextFile(`${folder}/${name}`);
    const mended = html
      .replaceAll(/href="\.\.&#x2F;"/g, `href="../index.html"`)
      .replaceAll(/href="\.&#x2F;"/g, `href="index.html"`)
      .replace(`href="" class="contextLink"`, `href="../index.html" class="contextLink"`)
      .replaceAll(/(href="[^"?]*)%2F/g, "$1%252F");
    if (mended !== html) await Deno.writeTextFile(`${folder}/${name}`, mended);
  }
}
