import { type LivePicture, livePicture } from "./picture.ts";
import type { Rule } from "./scan.ts";

/** Returns the rule that lets pictures answer, and marks in all of them the instant under the pointer. */
export function pictures(): Rule {
  const all: { picture: LivePicture; svg: Element }[] = [];
  const add = (svg: SVGSVGElement): void => {
    const picture = livePicture(svg, (at) => {
      for (const other of all) if (other.svg !== svg) other.picture.mark(at);
    });
    for (let i = all.length; i-- > 0;) if (!all[i]!.svg.isConnected) all.splice(i, 1);
    all.push({ picture, svg });
  };
  return ["svg.lifeframe:not(:has(svg.lifeframe))", add]; // of several on one axis each
}
