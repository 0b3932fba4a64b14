/**
 * Observable Plot, in the version that draws this library's charts, for marks and scales on top of
 * them and for your own charts. Importing it loads it at once; charts load it when they are first
 * drawn.
 *
 * @example Your own line over a chart
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
