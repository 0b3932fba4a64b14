import { livePicture } from "./picture.ts";
import type { Rule } from "./scan.ts";

/** Lets pictures answer; of several in one, each has its own axes. */
export const PICTURES: Rule = ["svg.lifeframe:not(:has(svg.lifeframe))", livePicture];
