import * as places from "../places/mod.ts";
import * as series from "../series/mod.ts";
import * as sleep from "../sleep/mod.ts";
import type { FrameLike } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** A verb that a worker runs: it takes the rows of one person and returns a frame, or an object with one. */
// deno-lint-ignore no-explicit-any -- verbs differ in their options, which travel as JSON
export type PersonVerb = (frame: FrameLike, ...args: any[]) => Frame | { readonly frame: Frame };

/** A verb by its name. */
export interface NamedVerb {
  /** The function. */
  readonly run: PersonVerb;
  /** The place of its options among the arguments after the frame. */
  readonly options: number;
  /** Whether it reads UTC where no zone is given; it is then given the person's own. */
  readonly needsZone: boolean;
  /**
   * Columns that the verb adds only if a person's rows need them. In a cohort everyone has them, last
   * and in this order, so that the columns do not depend on who is in it.
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

/** Every verb that takes the rows of one person: what may travel to a worker, by name. */
export const VERBS = {
  "places.dayPath": verb(places.dayPath),
  "places.distance": verb(places.distance),
  "places.visits": verb(places.visits),
  "series.compare": verb(series.compare),
  "series.convert": verb(series.convert, { options: 1 }),
  "series.correlate": verb(series.correlate),
  "series.cosinor": verb(series.cosinor),
  "series.dateParts": verb(series.dateParts),
  "series.fromSamples": verb(series.fromSamples, { needsZone: true }),
  "series.periodogram": verb(series.periodogram),
  "series.resample": verb(series.resample),
  "series.rhythm": verb(series.rhythm),
  "series.rolling": verb(series.rolling),
  "series.thin": verb(series.thin),
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
  "sleep.softAgreement": verb(sleep.softAgreement),
  "sleep.stages": verb(sleep.stages),
  "sleep.statistics": verb(sleep.statistics, { optional: { reason: "text", basis: "text" } }),
  "sleep.timing": verb(sleep.timing),
  "sleep.transitions": verb(sleep.transitions),
  "sleep.withoutClones": verb(sleep.withoutClones),
} as const satisfies { readonly [name: string]: NamedVerb };

/** Functions of these namespaces that are not verbs of one person's rows, each with the reason. */
export const NOT_PER_PERSON: { readonly [name: string]: string } = {
  "places.metersBetween": "takes two points",
  "places.nearestCity": "takes a point",
  "places.zones": "returns a list of zones",
  "series.between": "where() keeps the rows of a range, before a worker runs",
  "series.instant": "takes an instant",
  "series.align": "takes several frames",
  "series.around": "takes two frames",
  "sleep.agreement": "takes two frames",
  "sleep.fromHypnogram": "takes a list of codes",
  "sleep.pick": "gives a number",
};

/** The name under which a verb travels; undefined if it does not. */
export function verbName(run: unknown): string | undefined {
  return Object.entries<NamedVerb>(VERBS).find(([, verb]) => verb.run === run)?.[0];
}

/**
 * The verb of a name.
 *
 * @throws {RangeError} if there is none
 */
export function findVerb(name: string): NamedVerb {
  if (Object.hasOwn(VERBS, name)) return VERBS[name as keyof typeof VERBS];
  throw new RangeError(
    `Cannot run ${JSON.stringify(name)} per person: there is no such verb; there are ${
      Object.keys(VERBS).join(", ")
    }`,
  );
}
