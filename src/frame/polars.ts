/**
 * Polars for JavaScript, in the version of this library's frames; another copy would not recognize
 * them.
 *
 * @example Use Polars' own functions on a frame
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import pl from "@lifeframe/lifeframe/polars";
 * import { assertEquals } from "@std/assert";
 *
 * const steps = await read.csv({ text: "day,steps\n2025-01-01,4000\n2025-01-02,9000\n" });
 * const busy = steps.filter(pl.col("steps").gt(5000));
 * assertEquals(busy.height, 1);
 * ```
 * @module
 */

import "./inNotebook.ts";
export { default } from "nodejs-polars";
