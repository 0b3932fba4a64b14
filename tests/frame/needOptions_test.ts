import { assertThrows } from "@std/assert";
import * as places from "../../src/places/mod.ts";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";

/** Verbs as a notebook calls them, where nobody checks types. */
const VERBS: Readonly<Record<string, [verb: unknown, needed: string]>> = {
  "sleep.fromHypnogram": [sleep.fromHypnogram, "needs start"],
  "sleep.blandAltman": [sleep.blandAltman, "needs reference and other"],
  "places.dayPath": [places.dayPath, "needs date"],
  "series.align": [series.align, "needs every"],
  "series.compare": [series.compare, "needs a and b, or by"],
  "series.convert": [series.convert, "needs changes"],
  "series.fromSamples": [series.fromSamples, "needs kind, start and end"],
  "series.resample": [series.resample, "needs every"],
  "series.rolling": [series.rolling, "needs window"],
};

Deno.test("verbs that cannot do without options say which they need", () => {
  for (const [verb, needed] of Object.values(VERBS)) {
    for (const options of [undefined, null, "1h"]) {
      assertThrows(() => (verb as CallableFunction)([], options), TypeError, needed);
    }
  }
});
