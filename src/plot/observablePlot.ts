/**
 * Observable Plot, in the version that draws this library's pictures: for marks and scales that are put
 * over them, and for pictures of one's own. It is loaded at once; pictures load it when they are drawn.
 *
 * @example A line of one's own over a picture
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import * as Plot from "@lifeframe/lifeframe/observable-plot";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const rate = [{ time: "2025-01-01T08:00Z", rate: 60 }, { time: "2025-01-01T09:00Z", rate: 70 }];
 * const limit = Plot.ruleY([65], { stroke: "tomato" });
 * const svg = await plot.line(rate, { tz: "Europe/Berlin", plot: { marks: [limit] } }).svg();
 * assertStringIncludes(svg, "tomato");
 * ```
 * @module
 */

export * from "@observablehq/plot";
