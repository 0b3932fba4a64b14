import { loadLate } from "../options/loadLate.ts";
import { describeValue } from "../options/describeValue.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import type { SampleOptions } from "../sample/life/options.ts";

const OPTIONS = optionNames<SampleOptions & { vendor?: "apple" | "dreem" }>()("seed days vendor");
const ACTION = "make a sample export";

/**
 * Creates an export, to try a reader without a device.
 *
 * - By default it is an Apple Health export for `read.appleHealth` and `me.ingest`. It has the sleep
 *   and the measured quantities of `demo()`: two devices, and times in whole seconds. The nights are
 *   real (CC BY 4.0), everything else is simulated.
 * - `vendor: "dreem"` is the public data set DOD-H by Dreem (MIT licence), for `sleep.fromHypnogram`:
 *   JSON with a text of codes by night and scorer, a code per epoch of 30 seconds. The codes are 0
 *   wake, 1 to 3 N1 to N3 and 4 REM; `.` is not scored.
 *
 * @param options `vendor` is `"apple"` by default.
 * @returns `export.xml`, as in the zip file that the phone makes, or `dod-h.json`
 * @throws {TypeError} if an option does not exist, or is given for the real nights of `dreem`
 * @throws {RangeError} if the vendor is unknown, the seed is not an integer, or the days are not
 * positive
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
 *
 * @example Nights scored by several experts
 * ```ts
 * import { demoExport } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const file = await demoExport({ vendor: "dreem" });
 * const nights = JSON.parse(await file.text());
 * assertEquals(Object.keys(nights).length, 25);
 * ```
 */
export async function demoExport(
  options: SampleOptions & { vendor?: "apple" | "dreem" } = {},
): Promise<File> {
  checkOptions(ACTION, options, OPTIONS);
  const { vendor = "apple", ...sample } = options;
  if (vendor === "dreem") {
    const [name] = Object.keys(sample);
    if (name !== undefined) {
      throw new TypeError(
        `Cannot ${ACTION}: the nights of vendor "dreem" are real, so ${name} does not apply. Omit ${name}.`,
      );
    }
    const { scoredNights } = await loadLate<typeof import("../sample/nights/scoredNights.ts")>(
      "../sample/nights/scoredNights.ts",
      import.meta,
    );
    return new File([scoredNights()], "dod-h.json", { type: "application/json" });
  }
  if (vendor !== "apple") {
    throw new RangeError(
      `Cannot ${ACTION}: vendor is ${describeValue(vendor)}. Pass "apple" or "dreem".`,
    );
  }
  const { healthExport } = await loadLate<typeof import("../sample/records/healthExport.ts")>(
    "../sample/records/healthExport.ts",
    import.meta,
  );
  return new File([...healthExport(sample)], "export.xml", { type: "application/xml" });
}
