import * as places from "../places/mod.ts";
import * as series from "../series/mod.ts";
import * as sleep from "../sleep/mod.ts";
import type { FrameLike } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";

/**
 * Verb that a worker runs: takes the rows of one person and returns a frame, or an object with a
 * frame.
 */
// deno-lint-ignore no-explicit-any -- verbs differ in their options, which travel as JSON
export type PersonVerb = (frame: FrameLike, ...args: any[]) => Frame | { readonly frame: Frame };

/** Verb with its properties in a cohort. */
export interface NamedVerb {
  readonly run: PersonVerb;
  /** Index of its options among the arguments after the frame. */
  readonly options: number;
  /** `true` if it would read UTC without a zone; it then receives the person's zone. */
  readonly needsZone: boolean;
  /**
   * Columns that the verb only adds if a person's rows need them. In a cohort they are the last
   * columns of every result, in this order, so that columns do not depend on the people.
   */
  readonly optional: { readonly [column: string]: "text" | "float64" };
}

const verb = (run: PersonVerb, more: Partial<NamedVerb> = {}): NamedVerb => ({
  run,
  options: 0,
  needsZone: false,
  optional: {},
  ...more,
});

/** Verbs that can run per person, by name. */
export const VERBS = {
  "places.dayPath": verb(places.dayPath),
  "places.distance": verb(places.distance),
  "places.photoperiod": verb(places.photoperiod),
  "places.visits": verb(places.visits),
  "series.compare": verb(series.compare),
  "series.convert": verb(series.convert, { options: 1 }),
  "series.correlate": verb(series.correlate),
  "series.cosinor": verb(series.cosinor),
  "series.dateParts": verb(series.dateParts),
  "series.effort": verb(series.effort),
  "series.extendedCosinor": verb(series.extendedCosinor),
  "series.fluctuations": verb(series.fluctuations),
  "series.fragmentation": verb(series.fragmentation),
  "series.fromSamples": verb(series.fromSamples, { options: 1, needsZone: true }),
  "series.intensityGradient": verb(series.intensityGradient),
  "series.light": verb(series.light),
  "series.periodogram": verb(series.periodogram),
  "series.resample": verb(series.resample),
  "series.restingRate": verb(series.restingRate),
  "series.rhythm": verb(series.rhythm),
  "series.rolling": verb(series.rolling),
  "series.streaks": verb(series.streaks),
  "series.thin": verb(series.thin),
  "series.changePoint": verb(series.changePoint),
  "series.changePoints": verb(series.changePoints),
  "series.interrupted": verb(series.interrupted),
  "series.decompose": verb(series.decompose),
  "series.trend": verb(series.trend),
  "series.unusual": verb(series.unusual),
  "sleep.aggregate": verb(sleep.aggregate, { needsZone: true }),
  "sleep.blandAltman": verb(sleep.blandAltman),
  "sleep.consensus": verb(sleep.consensus),
  "sleep.cycles": verb(sleep.cycles),
  "sleep.findClones": verb(sleep.findClones),
  "sleep.fromSamples": verb(sleep.fromSamples),
  "sleep.knownStages": verb(sleep.knownStages),
  "sleep.merge": verb(sleep.merge, { optional: { stages_known: "text" } }),
  "sleep.mergeReport": verb(sleep.mergeReport),
  "sleep.nightly": verb(sleep.nightly, {
    optional: { stage_coverage: "float64", reason: "text", vendor: "text" },
  }),
  "sleep.sessions": verb(sleep.sessions),
  "sleep.nremCycles": verb(sleep.nremCycles),
  "sleep.regularity": verb(sleep.regularity),
  "sleep.hypnodensity": verb(sleep.hypnodensity),
  "sleep.softAgreement": verb(sleep.softAgreement),
  "sleep.stages": verb(sleep.stages),
  "sleep.statistics": verb(sleep.statistics, { optional: { reason: "text", basis: "text" } }),
  "sleep.timing": verb(sleep.timing),
  "sleep.toEpochs": verb(sleep.toEpochs),
  "sleep.transitions": verb(sleep.transitions),
  "sleep.withoutClones": verb(sleep.withoutClones),
} as const satisfies { readonly [name: string]: NamedVerb };

/** Functions of these namespaces that cannot run per person, with reasons. */
export const NOT_PER_PERSON: { readonly [name: string]: string } = {
  "places.metersBetween": "takes two points",
  "places.nearestCity": "takes a point",
  "places.zones": "returns a list of zones",
  "series.between": "where() keeps the rows of a range, before a worker runs",
  "series.instant": "takes an instant",
  "series.align": "takes several frames",
  "series.around": "takes two frames",
  "series.hrv": "is not offered yet; pass a module that calls it",
  "series.mixed": "takes the rows of several people",
  "series.paired": "takes the rows of several people",
  "series.withoutNonWear": "is not offered yet; pass a module that calls it",
  "sleep.agreement": "takes two frames",
  "sleep.calibrate": "takes the nights of several people",
  "sleep.fromActivity": "is not offered yet; pass a module that calls it",
  "sleep.fromHypnogram": "takes a list of codes",
  "sleep.fromHypnogramFile": "takes a file",
  "sleep.toHypnogramFile": "returns a file",
  "sleep.limitsOfAgreement": "takes the pairs of several people",
  "sleep.pick": "gives a number",
  "sleep.validate": "takes the nights of several people",
};

/** Returns the name of a verb; `undefined` if it cannot run per person. */
export function verbName(run: unknown): string | undefined {
  return Object.entries<NamedVerb>(VERBS).find(([, verb]) => verb.run === run)?.[0];
}

/**
 * Returns the verb with a name.
 *
 * @throws {RangeError} if it does not exist
 */
export function findVerb(name: string): NamedVerb {
  if (Object.hasOwn(VERBS, name)) return VERBS[name as keyof typeof VERBS];
  throw new RangeError(
    `Cannot run ${JSON.stringify(name)} per person: no such verb; available: ${
      Object.keys(VERBS).join(", ")
    }`,
  );
}
