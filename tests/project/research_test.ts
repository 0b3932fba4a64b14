import { assertEquals } from "@std/assert";
import * as experiment from "../../src/experiment/mod.ts";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";

/**
 * Title of a test in the file that mirrors the function, or after the name of another file in tests/
 * and a colon; or the reason for an empty cell, in brackets.
 */
type Cell = string;

/** Evidence for a function whose numbers a paper would report. */
interface Evidence {
  /** At least three values that others computed. */
  readonly others: Cell;
  /** Such values, or a law, for a record with gaps. */
  readonly gaps: Cell;
  /** Both daylight saving changes. */
  readonly clocks: Cell;
  /** Several people at once. */
  readonly people: Cell;
  /** Why docs/comparisons.md has no other program for it. */
  readonly notLive?: Cell;
}

const row = (others: Cell, gaps: Cell, clocks: Cell, people: Cell, notLive?: Cell): Evidence => ({
  others,
  gaps,
  clocks,
  people,
  ...notLive !== undefined && { notLive },
});

const BY = "sleep/by.slow.ts: sleep.${name} by people agrees with a loop over people";
const GROUPS = 'series/byGroups.slow.ts: ${name} by ${by.join(" and ")} equals a loop over the ' +
  "groups, for any kind of input";
const COHORT = "cohort/everyVerb.slow.ts: every verb returns the same for a cohort as for each " +
  "person, with random options";
const NULLS = "series/nullLaw_test.ts: ${name}() treats rows without a value like missing rows";
const SCORERS = "sleep/changedClocks_test.ts: scorers of a night across a daylight saving change " +
  "in ${tz} agree as in any other night";
const NIGHTS =
  "sleep/changedClocks_test.ts: tables of nights across both daylight saving changes " +
  "have the statistics of the minutes slept";
const DAYS = "series/localDays_test.ts: days across both daylight saving changes have the " +
  "statistics of their dates";
const ELAPSED =
  "series/localDays_test.ts: verbs of elapsed time have the same result across both " +
  "daylight saving changes";
const R_WITH_GAPS = "sleep/validate_test.ts: blandAltman(), limitsOfAgreement() and calibrate() " +
  "of pairs with gaps agree with R";
const YASA_RANDOM =
  "sleep/statistics_test.ts: statistics() and transitions() of random nights agree with yasa 0.8.1";
const FILES = "sleep/hypnogramFile_test.ts: EDF+, BIDS and yasa files give back the same epochs, " +
  "scorer and zone, across a daylight saving change";

/** Functions of research, each with its tests. The gaps of YASA_RANDOM are epochs without a score. */
const RESEARCH: Readonly<Record<string, Evidence>> = {
  "sleep.agreement": row(
    "agreement() of random nights agrees with scikit-learn 1.9.1",
    "agreement() with weights agrees with scikit-learn 1.9.1",
    SCORERS,
    BY,
  ),
  "sleep.blandAltman": row(
    "sleep/agreement_test.ts: blandAltman() agrees with the limits that Bland and Altman published for peak flow",
    R_WITH_GAPS,
    NIGHTS,
    BY,
  ),
  "sleep.calibrate": row(
    R_WITH_GAPS,
    R_WITH_GAPS,
    NIGHTS,
    "sleep/validate_test.ts: calibrate() of several people gives the values of each person, even with gaps",
  ),
  "sleep.consensus": row(
    "sleep/consensus.slow.ts: consensus() of the four best scorers of DOD-H equals the published one, run for run",
    "sleep/consensus.slow.ts: agreement() with the consensus of the others equals each scorer's published metrics",
    SCORERS,
    BY,
  ),
  "sleep.fromActivity": row(
    "fromActivity() gives the same sleep duration as GGIR's test of algorithms",
    "fromActivity() leaves out gaps and the minutes that need them",
    "fromActivity() finds one night per day, across both daylight saving changes",
    "fromActivity() scores several people separately",
  ),
  "sleep.fromHypnogram": row(
    "sleep/transitions_test.ts: fromHypnogram() agrees with yasa on the periods",
    "fromHypnogram() treats missing epochs as unscored, never as sleep",
    FILES,
    "(it takes the codes of one night)",
  ),
  "sleep.fromHypnogramFile": row(
    "sleep/hypnogramFile_test.ts: fromHypnogramFile() reads files that yasa, other programs and laboratories wrote",
    "sleep/hypnogramFile_test.ts: yasa's probabilities become columns of the frame, and are written exactly as they were read",
    FILES,
    "sleep/hypnogramFile_test.ts: toHypnogramFile() rejects the rows of several people, and a file of each gives their epochs back",
  ),
  "sleep.toHypnogramFile": row(
    "sleep/hypnogramFile_test.ts: toHypnogramFile() writes files that pyedflib, mne and yasa can read",
    "sleep/hypnogramFile_test.ts: toHypnogramFile() rejects the rows of several people, and a file of each gives their epochs back",
    FILES,
    "sleep/hypnogramFile_test.ts: toHypnogramFile() rejects the rows of several people, and a file of each gives their epochs back",
  ),
  "sleep.hypnodensity": row(
    "hypnodensity() gives the shares that counting five scorers of DOD-H gives, with unscored epochs",
    "hypnodensity() gives the shares that counting five scorers of DOD-H gives, with unscored epochs",
    SCORERS,
    BY,
  ),
  "sleep.limitsOfAgreement": row(
    "sleep/validate_test.ts: validate() agrees with yasa on bias and limits of deep sleep",
    R_WITH_GAPS,
    NIGHTS,
    BY,
  ),
  "sleep.nightly": row(
    "nightly() gives the statistics that yasa publishes for its two nights, in one frame of two people",
    "nightly() agrees with statistics() for 500 real nights",
    NIGHTS,
    BY,
  ),
  "sleep.nremCycles": row(
    "nremCycles() of scored nights agrees with SleepCycles on the starts of periods",
    "nremCycles() neither counts time that is not scored nor ends a period with it",
    SCORERS,
    BY,
    "(SleepCycles is an R package that Debian does not have; the tests have its values)",
  ),
  "sleep.regularity": row(
    "regularity() agrees with GGIR's test, for each pair and for all",
    "regularity() of any record agrees with the published formula, with any start and gaps",
    "regularity() compares elapsed hours: across a daylight saving change, days differ by an hour",
    BY,
  ),
  "sleep.softAgreement": row(
    "sleep/consensus.slow.ts: softAgreement() ranks the scorers of DOD-H as published, in all nights",
    "sleep/consensus.slow.ts: softAgreement() skips time that only one source recorded",
    SCORERS,
    BY,
  ),
  "sleep.statistics": row(
    "statistics() of ${name} equal the ones that yasa publishes",
    YASA_RANDOM,
    "statistics() do not depend on the epoch length or the date, even across a daylight saving change",
    BY,
  ),
  "sleep.timing": row(
    "timing() agrees with mctq's examples on the sleep-corrected mid-sleep",
    "sleep/timingShifts_test.ts: timing() gives the values of mctq's shift form for its 50 shift workers, even with gaps",
    "sleep/timingShifts_test.ts: timing() of shifts is equal for several people, across both daylight saving changes",
    BY,
    "(mctq is an R package that Debian does not have; the tests have its values)",
  ),
  "sleep.toEpochs": row(
    "sleep/hypnogramFile_test.ts: toEpochs() crops, pads and upsamples like yasa, and fromHypnogram() joins epochs again",
    "sleep/hypnogramFile_test.ts: toEpochs() keeps the codes of a device's table, leaves its gaps empty, and has no time in bed",
    FILES,
    BY,
  ),
  "sleep.transitions": row(
    "transitions() of ${name} equal the ones that yasa publishes",
    YASA_RANDOM,
    SCORERS,
    BY,
  ),
  "sleep.validate": row(
    "validate() agrees with the group table of Menghini's pipeline",
    "validate() skips epochs without a score on either side and people without a device",
    "validate() of nights across both daylight saving changes gives the same tables, even with gaps",
    "validate() agrees with the pooled error matrix of Menghini's pipeline",
  ),
  "series.around": row(
    "studentBound() agrees with scipy 1.17.1",
    "around() skips events without a value in a window, and counts the rest",
    "around() counts elapsed time across a daylight saving change",
    GROUPS,
  ),
  "series.changePoint": row(
    "changePoint() of independent errors agrees with strucchange on F, date and interval for the Nile, with and without gaps",
    "changePoint() of independent errors agrees with strucchange on F, date and interval for the Nile, with and without gaps",
    "changePoint() reads days in their zone across both daylight saving changes",
    GROUPS,
  ),
  "series.changePoints": row(
    "changePoints() agrees with ruptures and strucchange on the levels, with and without gaps",
    "changePoints() agrees with ruptures and strucchange on the levels, with and without gaps",
    "changePoints() reads days in their zone across both daylight saving changes",
    GROUPS,
  ),
  "series.compare": row(
    "compare() of independent values agrees with the permutation test of Welch's t in scipy 1.17.1",
    NULLS,
    DAYS,
    GROUPS,
  ),
  "series.correlate": row(
    "series/partialCorrelations_test.ts: correlate() without trend, weekdays and columns agrees with pingouin's partial_corr",
    "series/dependentDays_test.ts: correlate() of days agrees with SciPy and statsmodels on the effective n, interval and p value",
    DAYS,
    GROUPS,
  ),
  "series.cosinor": row(
    "cosinor() agrees with least squares in statsmodels 0.15.0",
    NULLS,
    "cosinor() returns the acrophase in local time, across daylight saving changes",
    GROUPS,
  ),
  "series.decompose": row(
    "decompose() agrees with statsmodels on trend, seasonal part and weights of the CO2 of Mauna Loa",
    "decompose() of missing months is within 0.1 ppm of statsmodels' robust fit with outliers in their place",
    "decompose() has a step for each local day across both daylight saving changes",
    GROUPS,
  ),
  "series.extendedCosinor": row(
    "extendedCosinor() finds the least squares of scipy, which are smaller than GGIR's",
    "extendedCosinor() recovers a curve from noise with gaps, in the local zone",
    "extendedCosinor() of several people has each peak on the local clock, across both changes",
    GROUPS,
  ),
  "series.fluctuations": row(
    "fluctuations() agrees with GGIR's SSP and ABI",
    "fluctuations() is null with gaps unless they are joined",
    "fluctuations() of several people counts elapsed time across both daylight saving changes",
    GROUPS,
  ),
  "series.fragmentation": row(
    "fragmentation() agrees with pyActigraphy on kRA and kAR, and with R on bouts",
    "fragmentation() agrees with GGIR's test with gaps on transition probabilities",
    "fragmentation() counts elapsed time across both daylight saving changes",
    GROUPS,
  ),
  "series.hrv": row(
    "hrv() drops intervals by all four filters like hrv-analysis",
    "hrv() of a wristband's recorded beats agrees with numpy and pandas",
    ELAPSED,
    "hrv() of nights does not mix them, across a daylight saving change",
  ),
  "series.intensityGradient": row(
    "series/extendedCosinor_test.ts: intensityGradient() agrees with GGIR's g.intensitygradient",
    "series/extendedCosinor_test.ts: intensityGradient() leaves out gaps, and is null with too few bins",
    "series/extendedCosinor_test.ts: intensityGradient() of several people gives each their own line, across a daylight saving change",
    GROUPS,
  ),
  "series.interrupted": row(
    "interrupted() by gls agrees with nlme on level, error and autocorrelation for the Nile",
    "interrupted() by gls agrees with nlme on both changes for the Nile, with and without gaps",
    "interrupted() reads the date in the zone of the days, across both daylight saving changes",
    GROUPS,
  ),
  "series.light": row(
    "light() agrees with the times of LightLogR's tests",
    "light() follows the formula of the disparity, and leaves out pairs across a gap",
    "light() follows the local clock on both days of a daylight saving change",
    "light() uses each person's own sleep, on both days of a daylight saving change",
  ),
  "series.mixed": row(
    "mixed() with random intercepts agrees with lme4 and lmerTest",
    "mixed() with random slopes and missing rows agrees with lme4 and lmerTest",
    NIGHTS,
    "mixed() fits each group of `by` as if it were alone, with several people in each",
  ),
  "series.paired": row(
    "paired() of a crossover agrees with R's lm, and with lmerTest with a period",
    "paired() agrees with R's t test of people with both conditions",
    "paired() reads the nights of people on both days of a daylight saving change",
    "paired() equals mixed() of the means of complete people, in any number of groups",
  ),
  "series.periodogram": row(
    "periodogram() of Lomb and Scargle agrees with astropy 8.0.2, floating mean",
    "periodogram() of chi-square treats gaps as missing, not as zeros",
    ELAPSED,
    GROUPS,
  ),
  "series.restingRate": row(
    "restingRate() agrees with pandas on the rolling means and the dip, even with gaps",
    "restingRate() agrees with pandas on the rolling means and the dip, even with gaps",
    "restingRate() keeps people separate, on both days of a daylight saving change",
    "restingRate() keeps people separate, on both days of a daylight saving change",
  ),
  "series.rhythm": row(
    "rhythm() of days that start at noon agrees with GGIR on L5 and M10 of every day",
    "series/rhythmPyActigraphy_test.ts: rhythm() of the variant pyActigraphy equals pyActigraphy 1.2.2: ${record.name}${above}",
    "rhythm() follows the clock of ${tz} from ${start}, across its offset change",
    GROUPS,
  ),
  "series.rolling": row(
    "rolling() agrees with Polars' groupByRolling",
    "rolling() can require a number of values and a share of the window",
    "rolling() agrees with LightLogR on the exponential average, for each person and across daylight saving changes",
    "rolling() stays within its group, and keeps the order of rows",
  ),
  "series.trend": row(
    "trend() of years agrees with R's lm(Nile ~ year): a year has no weekday",
    NULLS,
    DAYS,
    GROUPS,
  ),
  "series.unusual": row(
    "(no other program searches for episodes; docs/comparisons.md has level and size by pandas)",
    "unusual() keeps missing days out of an episode, and searches only the columns of y",
    DAYS,
    COHORT,
  ),
  "series.withoutNonWear": row(
    "withoutNonWear() by van Hees finds the same quarters of an hour as GGIR",
    "withoutNonWear() by choi agrees with the authors' R package, with gaps",
    "withoutNonWear() leaves hours of a day that other verbs count, across both clock changes",
    "withoutNonWear() keeps people apart, and all other columns and rows",
  ),
  "experiment.power": row(
    "experiment.power() of pairs agrees with the power of R's paired t test",
    "experiment.power() with effects that differ between people agrees with a t test of their means, even with gaps",
    "(it simulates measurements without times)",
    "experiment.power() with effects that differ between people agrees with a t test of their means, even with gaps",
  ),
  "experiment.judge": row(
    "experiment.judge() equals a brute-force test over all orders, and inverts it for its interval",
    "experiment.judge() gives no verdict until enough pairs have values on half of their days",
    "experiment.judge() dates instants by the local day, across both daylight saving changes",
    "(an experiment has one person)",
  ),
};

/** Functions that prepare, select or count rows, and compute nothing that a paper would report. */
const NO_MEASURE = {
  sleep: "aggregate cycles findClones fromSamples knownStages merge mergeReport pick sessions " +
    "stages withoutClones",
  series: "align between convert dateParts effort fromSamples instant resample streaks thin",
  experiment: "plan",
} as const;

const TESTS = new URL("../", import.meta.url);
const texts = new Map<string, string>();

/** Text of a file of tests; empty if it does not exist. */
function textOf(file: string): string {
  const known = texts.get(file);
  if (known !== undefined) return known;
  let text = "";
  try {
    text = Deno.readTextFileSync(new URL(file, TESTS));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  texts.set(file, text);
  return text;
}

/** Titles of the tests of a file, as they are written. */
const titlesOf = (file: string): string[] =>
  [...textOf(file).matchAll(/Deno\.test\(\s*(["`])((?:\\.|(?!\1).)*)\1/g)]
    .map(([, , title]) => title?.replaceAll('\\"', '"') ?? "");

Deno.test("each test that the table of research names exists, and its file uses the function", () => {
  const missing = Object.entries(RESEARCH).flatMap(([name, { notLive: _, ...cells }]) =>
    Object.entries(cells).filter(([, cell]) => !cell.startsWith("(")).flatMap(([column, cell]) => {
      const own = name.split(".")[1] ?? name;
      const [, file = `${name.replace(".", "/")}_test.ts`, title = cell] =
        /^(\S+\.ts): (.+)$/.exec(cell) ?? [];
      const isThere = titlesOf(file).includes(title);
      const isUsed = cell === COHORT || new RegExp(`\\b${own}\\b`).test(textOf(file));
      return isThere && isUsed ? [] : [`${name}, ${column}: ${cell}`];
    })
  );
  assertEquals(missing, [], "change the table in this file with the tests");
});

Deno.test("each function of the table of research is compared with another program, or has a reason", () => {
  const page = Deno.readTextFileSync(new URL("../docs/comparisons.md", TESTS));
  const [, live = ""] = page.split(/<!-- \/?live -->/);
  const compared = [...live.matchAll(/^\| `((?:sleep|series|experiment)\.\w+)/gm)]
    .map(([, name]) => name);
  const wrong = Object.entries(RESEARCH)
    .filter(([name, { notLive }]) => compared.includes(name) === (notLive !== undefined))
    .map(([name]) => name);
  assertEquals(wrong, [], "compare it in tests/live, or write the reason as notLive");
});

Deno.test("each public function of sleep, series and experiment is in the table of research, or computes no measure", () => {
  const all = Object.entries({ sleep, series, experiment }).flatMap(([namespace, exported]) =>
    Object.entries(exported).filter(([, value]) => typeof value === "function")
      .map(([name]) => `${namespace}.${name}`)
  );
  const others = Object.entries(NO_MEASURE).flatMap(([namespace, names]) =>
    names.split(" ").map((name) => `${namespace}.${name}`)
  );
  assertEquals(
    [...Object.keys(RESEARCH), ...others].sort(),
    all.sort(),
    "add a row to the table in this file: values by others, gaps, both clock changes, people; " +
      "tests/tools/calibrate/publicFunctions_test.ts asks for its p values and intervals",
  );
});
