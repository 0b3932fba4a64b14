import { LIVE_TAG } from "../../src/display/liveTag.ts";
import { PROJECT } from "./namespaces.ts";

/** A body in which the gallery's pictures stand themselves, and answer, in place of links to their files. */
export async function livingPictures(body: string): Promise<string> {
  const images = [...body.matchAll(/<img [^>]*src="(?:\.\.\/)*(pictures\/[\w-]+\.svg)"[^>]*>/g)];
  let living = body;
  for (const [image, path] of images) {
    const svg = await Deno.readTextFile(new URL(`tests/${path}`, PROJECT));
    living = living.replace(image, () => `<span class="lifeframe-picture">${embedded(svg)}</span>`);
  }
  return images.length === 0 ? body : living + LIVE_TAG;
}

/** A saved picture as a part of a page. */
function embedded(svg: string): string {
  // A screen reader takes the whole for one image: names of its parts are for the script.
  return svg.replaceAll(/(<(?!svg)\w[^>]*?) aria-label="/g, '$1 data-mark="')
    .replace(/ xmlns="[^"]*"/, "");
}
