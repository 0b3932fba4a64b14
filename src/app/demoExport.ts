import { loadLate } from "../options/loadLate.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import type { SampleOptions } from "../sample/life/options.ts";

const OPTIONS = optionNames<SampleOptions>()("seed days");

/**
 * Creates an Apple Health export of the sample data, to try `read.appleHealth` and `me.ingest`
 * without a phone. It has the sleep and the measured quantities of `demo()`: two devices, and times
 * in whole seconds. The nights are real (CC BY 4.0), everything else is simulated.
 *
 * @returns `export.xml`, as in the zip file that the phone makes
 * @throws {TypeError} if an option does not exist
 * @throws {RangeError} if the seed is not an integer, or the days are not positive
 *
 * @example Read an export
 * ```ts
 * import { demoExport, read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const file = await demoExport({ days: 2 });
 * const { sleep } = await read.appleHealth(file, { tz: "Europe/Berlin" });
 * assertEquals(sleep.getColumn("source").unique().sort().toArray(), ["Mattress", "Wrist"]);
 * ```
 */
export async function demoExport(options: SampleOptions = {}): Promise<File> {
  checkOptions("make a sample export", options, OPTIONS);
  const { healthExport } = await loadLate<typeof import("../sample/records/healthExport.ts")>(
    "../sample/records/healthExport.ts",
    import.meta,
  );
  return new File([...healthExport(options)], "export.xml", { type: "application/xml" });
}
