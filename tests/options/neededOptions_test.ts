import { assertThrows } from "@std/assert";
import * as places from "../../src/places/mod.ts";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";

/** Verbs without type checks, as in a notebook. */
const VERBS: Readonly<Record<string, [verb: unknown, needed: string]>> = {
  "sleep.fromHypnogram": [sleep.fromHypnogram, "needs start"],
  "sleep.blandAltman": [sleep.blandAltman, "needs reference and other"],
  "sleep.fromActivity": [sleep.fromActivity, "needs algorithm"],
  "sleep.limitsOfAgreement": [sleep.limitsOfAgreement, "needs reference and other"],
  "places.dayPath": [places.dayPath, "needs date"],
  "series.align": [series.align, "needs every"],
  "series.compare": [series.compare, "needs a and b, or condition"],
  "series.convert": [series.convert, "changes is"],
  "series.fromSamples": [series.fromSamples, "needs kind"],
  "series.resample": [series.resample, "needs every"],
  "series.rolling": [series.rolling, "needs window"],
  "series.withoutNonWear": [series.withoutNonWear, "needs method"],
  "series.streaks": [series.streaks, "needs atLeast or atMost"],
};

Deno.test("verbs with required options list the missing ones", () => {
  for (const [verb, needed] of Object.values(VERBS)) {
    for (const options of [undefined, null, "1h"]) {
      assertThrows(() => (verb as CallableFunction)([], options), TypeError, needed);
    }
  }
});

Deno.test("verbs of sleep report an option of the wrong type", () => {
  const night = sleep.fromHypnogram([0, 2, 2], {
    tz: "UTC",
    start: "2024-01-01T22:00Z",
    stages: "consumer",
  });
  const fails = (verb: unknown, options: object, message: string) =>
    assertThrows(() => (verb as CallableFunction)(night, options), Error, message);
  fails(sleep.sessions, { stages: { a: 1 } }, "Cannot use stage table");
  fails(
    sleep.merge,
    { sourcePriority: "watch" },
    'sourcePriority is the text "watch", expected a list of names',
  );
  fails(
    sleep.timing,
    { freeDays: "weekend" },
    '"weekend" is neither a list of days, a column of dates nor a function',
  );
  fails(
    sleep.transitions,
    { epoch: 30 },
    'Cannot use epoch: it is the number 30; write a length such as "30m" or "PT30M"',
  );
  fails(
    series.correlate,
    { x: [], y: "value" },
    "Cannot correlate value: expected two numeric columns",
  );
  const start = "2024-01-01T22:00Z";
  for (const codes of [null, 5, {}]) {
    assertThrows(
      () => sleep.fromHypnogram(codes as never, { start }),
      TypeError,
      "expected an array of codes",
    );
  }
});
