import { guided } from "../../options/guided.ts";
import { displayMembers } from "../../display/displayMembers.ts";
import * as experimentModule from "../../experiment/mod.ts";
import * as placesModule from "../../places/mod.ts";
import * as plotModule from "../../plot/mod.ts";
import * as rangeModule from "../../time/range.ts";
import * as readModule from "../../read/mod.ts";
import * as seriesModule from "../../series/mod.ts";
import * as showModule from "../../show/mod.ts";
import * as sleepModule from "../../sleep/mod.ts";
import { missingMember } from "./missingMember.ts";

const MODULES = {
  plot: plotModule,
  series: seriesModule,
  sleep: sleepModule,
  experiment: experimentModule,
  places: placesModule,
  range: rangeModule,
  read: readModule,
  show: showModule,
};

/** Suggested call if a namespace is called like a function. */
const CALLED: Readonly<Record<keyof typeof MODULES, string>> = {
  experiment: "experiment.plan({ conditions, outcome, firstDay })",
  places: "places.visits(frame)",
  plot: "plot.line(frame)",
  range: 'range.between("2025-03-01", "2025-04-01", tz) or range.lastDays(30, tz)',
  read: "read.any(path)",
  series: "series.resample(frame, { every })",
  show: "show.table(frame)",
  sleep: "sleep.nightly(stages)",
};

/** Members of each namespace. */
const MEMBERS = Object.fromEntries(
  Object.entries(MODULES).map(([path, members]) => [path, Object.keys(members)]),
);

/** Makes a namespace of a module: the same members, with suggestions for others. */
function namespace<K extends keyof typeof MODULES>(name: K): typeof MODULES[K] {
  const module = MODULES[name];
  const display = displayMembers(() => `${name}: ${MEMBERS[name]!.join(", ")}`);
  const refuse = (): never => {
    throw new TypeError(`Cannot call ${name}: it is a namespace. Use ${CALLED[name]}.`);
  };
  return guided({ ...module, ...display }, missingMember(name, MEMBERS), refuse);
}

/**
 * Experiments with one person: planned beforehand, in random order, and judged.
 *
 * `judge`, `plan`, `power`. Each in full: `deno doc src/experiment/mod.ts`.
 */
export const experiment: typeof experimentModule = namespace("experiment");
/**
 * Locations as visits, distances and paths.
 *
 * `dayPath`, `distance`, `metersBetween`, `nearestCity`, `photoperiod`, `visits`, `zones`. Each in
 * full: `deno doc src/places/mod.ts`.
 */
export const places: typeof placesModule = namespace("places");
/**
 * Charts of series, sleep and events that display themselves in a notebook.
 *
 * `Picture`, `actogram`, `agreement`, `around`, `balance`, `beside`, `calendar`, `change`,
 * `compare`, `coverage`, `dailyBars`, `dayPath`, `dayProfile`, `distribution`, `events`,
 * `hypnodensity`, `hypnogram`, `line`, `matrix`, `multiples`, `night`, `nremCycles`, `overlay`,
 * `overview`, `periodogram`, `polarClock`, `regularity`, `scatter`, `sleepBars`, `sleepRaster`,
 * `tile`, `timeline`, `transitions`, `visits`, `weekHours`, `weekMonths`. Each in full:
 * `deno doc src/plot/mod.ts`.
 */
export const plot: typeof plotModule = namespace("plot");
/**
 * Ranges of local days and nights.
 *
 * `between`, `day`, `lastDays`, `lastNights`, `month`, `week`, `wholeNights`, `year`. Each in
 * full: `deno doc src/time/range.ts`.
 */
export const range: typeof rangeModule = namespace("range");
/**
 * Readers of files that people already have.
 *
 * `FITBIT_LEVELS`, `any`, `appleHealth`, `arrow`, `csv`, `csvInfo`, `fit`, `fitbit`,
 * `fitbitSleep`, `gadgetbridge`, `garmin`, `gpx`, `ics`, `oura`, `parts`, `toRecords`, `whoop`,
 * `withings`. Each in full: `deno doc src/read/mod.ts`.
 */
export const read: typeof readModule = namespace("read");
/**
 * Regular time series: from raw samples, and resampled.
 *
 * `align`, `around`, `between`, `changePoint`, `changePoints`, `compare`, `convert`, `correlate`,
 * `cosinor`, `dateParts`, `decompose`, `effort`, `extendedCosinor`, `fluctuations`,
 * `fragmentation`, `fromSamples`, `hrv`, `instant`, `intensityGradient`, `interrupted`, `light`,
 * `mixed`, `paired`, `periodogram`, `resample`, `restingRate`, `rhythm`, `rolling`, `streaks`,
 * `thin`, `trend`, `unusual`, `withoutNonWear`. Each in full: `deno doc src/series/mod.ts`.
 */
export const series: typeof seriesModule = namespace("series");
/**
 * Displays of frames and records.
 *
 * `DENO_INSPECT`, `Displayable`, `JUPYTER_DISPLAY`, `NODE_INSPECT`, `TableDisplay`, `all`, `cite`,
 * `excel`, `input`, `live`, `options`, `progress`, `progressBar`, `rangeOf`, `table`,
 * `withDisplay`, `withRange`. Each in full: `deno doc src/show/mod.ts`.
 */
export const show: typeof showModule = namespace("show");
/**
 * Sleep stages: merged, grouped into cycles, aggregated.
 *
 * `AASM_STAGES`, `CONSUMER_STAGES`, `STATISTICS`, `aggregate`, `agreement`, `blandAltman`,
 * `calibrate`, `consensus`, `cycles`, `findClones`, `fromActivity`, `fromHypnogram`,
 * `fromHypnogramFile`, `fromSamples`, `hypnodensity`, `knownStages`, `limitsOfAgreement`, `merge`,
 * `mergeReport`, `nightly`, `nremCycles`, `pick`, `regularity`, `sessions`, `softAgreement`,
 * `stages`, `statistics`, `timing`, `toEpochs`, `toHypnogramFile`, `transitions`, `validate`,
 * `withoutClones`. Each in full: `deno doc src/sleep/mod.ts`.
 */
export const sleep: typeof sleepModule = namespace("sleep");
