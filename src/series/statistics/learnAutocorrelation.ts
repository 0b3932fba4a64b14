import { autocorrelationEvidence, PHI, type TimedFit } from "./timedDifference.ts";

/**
 * Typical distances of a measure's autocorrelation from the center of its page (inverse hyperbolic
 * tangent), and their prior odds. Measures of one page are assumed to be alike unless their days contradict
 * it. The odds were chosen by simulation: pages whose measures are alike, a little different and very
 * different have a mark in at most 5 % if nothing changed.
 */
const MODELS = [{ apart: 0.05, odds: 30 }, { apart: 0.2, odds: 1 }, { apart: 0.8, odds: 1 }];

/** Share of measures that are unlike the others of their page. */
const UNLIKE = 0.02;

/**
 * Returns the prior mass of each measure's autocorrelation, learned from the other measures of its
 * page. A measure alone has its usual prior.
 *
 * The autocorrelations of a page vary around a center. How far is unknown, so that center and
 * distance are integrated over, weighted by the likelihood of all other measures (a hierarchical
 * model, Gelman et al. 2013, chapter 5).
 */
export function learnAutocorrelation(fits: readonly TimedFit[]): (readonly number[])[] {
  if (fits.length < 2) return fits.map(({ prior }) => prior);
  const usual = PHI.map((_, i) => fits.reduce((sum, { prior }) => sum + prior[i]!, 0));
  const centers = MODELS.flatMap(({ apart, odds }) =>
    PHI.map((center, i) => ({ log: Math.log(odds * usual[i]!), mass: massAround(center, apart) }))
  );
  const priors = fits.map(({ prior }) =>
    centers.map(({ mass }) => mass.map((one, i) => (1 - UNLIKE) * one + UNLIKE * prior[i]!))
  );
  const logs = fits.map((fit, own) =>
    priors[own]!.map((prior) => Math.log(autocorrelationEvidence(fit, prior)))
  );
  return fits.map((_, own) => {
    const others = centers.map(({ log }, i) =>
      logs.reduce((sum, one, other) => other === own ? sum : sum + one[i]!, log)
    );
    const most = Math.max(...others), weights = others.map((log) => Math.exp(log - most));
    return PHI.map((_, phi) =>
      weights.reduce((sum, weight, i) => sum + weight * priors[own]![i]![phi]!, 0)
    );
  });
}

/** Returns the mass of a normal distribution on the inverse hyperbolic tangents of `PHI`. */
function massAround(center: number, apart: number): number[] {
  const edges = [0, ...PHI.slice(1).map((phi, i) => Math.atanh((PHI[i]! + phi) / 2))];
  const mass = PHI.map((phi, i) => {
    const width = (edges[i + 1] ?? LAST) - edges[i]!;
    const distance = (Math.atanh(phi) - Math.atanh(center)) / apart;
    return width * Math.exp(-0.5 * distance * distance);
  });
  const total = mass.reduce((sum, one) => sum + one, 0);
  return mass.map((one) => one / total);
}

/** Upper end of the last autocorrelation in `PHI`. */
const LAST = Math.atanh(0.993);
