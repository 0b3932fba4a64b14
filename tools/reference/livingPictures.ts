import { LIVE_TAG } from "../../src/display/liveTag.ts";
import { PROJECT } from "./namespaces.ts";

/** Returns a body with interactive charts in place of the links to the gallery's files. */
export async function livingPictures(body: string): Promise<string> {
  const images = [...body.matchAll(/<img [^>]*src="(?:\.\.\/)*(pictures\/[\w-]+\.svg)"[^>]*>/g)];
  let living = body;
  for (const [image, path] of images) {
    const svg = await Deno.readTextFile(new URL(`tests/${path}`, PROJECT));
    living = living.replace(image, () => `<span class="lifeframe-picture">${embedded(svg)}</span>`);
  }
  return images.length === 0 ? body : living + LIVE_TAG;
}

/** Returns a stored chart as HTML to embed in a page. */
function embedded(svg: string): string {
  // A screen reader treats the chart as one image, so only the script uses the names of its parts.
  return svg.replaceAll(/(<(?!svg)\w[^>]*?) aria-label="/g, '$1 data-mark="')
    .replace(/ xmlns="[^"]*"/, "");
}
