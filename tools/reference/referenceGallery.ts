import markdownIt from "markdown-it";
import { basename } from "node:path";
import { PROJECT } from "./denoDoc.ts";

/** The gallery as a page's body, and the pictures on it. */
export interface ReferenceGallery {
  /** The body in HTML. */
  readonly body: string;
  /** The SVG of each picture by the file name under which the body shows it. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** The gallery of `docs/gallery.md` for a folder of its own. */
export async function referenceGallery(): Promise<ReferenceGallery> {
  const page = new URL("docs/gallery.md", PROJECT);
  const pictures = new Map<string, string>(), paths: string[] = [];
  const text = (await Deno.readTextFile(page)).replaceAll(/\]\(([^)]+\.svg)\)/g, (_, path) => {
    paths.push(path);
    return `](${basename(path)})`;
  });
  for (const path of paths) {
    pictures.set(basename(path), await Deno.readTextFile(new URL(path, page)));
  }
  const nav = `<nav><a href="../index.html">Reference</a></nav>`;
  return { body: `${nav}\n${markdownIt({ html: false }).render(text)}`, pictures };
}
