import { livePicture } from "./picture.ts";
import type { Rule } from "./scan.ts";

/** Makes charts interactive; each of several charts in one has its own axes. */
export const PICTURES: Rule = ["svg.lifeframe:not(:has(svg.lifeframe))", livePicture];
