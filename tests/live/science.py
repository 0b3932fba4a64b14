"""Answers of yasa, scikit-learn, scipy, pingouin, statsmodels, astropy, scikit-digital-health and sleepreg's formula.

Reads {"hypnograms": {name: text of codes}, "cosinor": [...], "periodogram": [...], "regularity": [...],
"groups": [...], "shared": [...], "partials": [...], "dependent": [...], "experiments": [...], "around": {...},
"changePoints": [...], "levels": [...], "interrupted": [...], "decomposed": [...],
"activity": {...}, "wearables": {...}, "scored": {...}, "unusual": [...]} as JSON from standard input and writes what they answer, with the versions, as JSON.
"""

import json
import sys
import warnings
from importlib.metadata import version

warnings.filterwarnings("ignore")

import numpy as np
import pandas as pd
import pingouin as pg
import ruptures
import statsmodels.api as sm
import yasa
from astropy import units
from astropy.coordinates import AltAz, EarthLocation, get_sun
from astropy.time import Time
from astropy.timeseries import LombScargle
from astropy.utils import iers
from scipy import optimize, stats
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef
from statsmodels.tsa.seasonal import STL

from hypnograms import hypnograms
from wearables import wearables

STAGES = {-1: "UNS", 0: "WAKE", 1: "N1", 2: "N2", 3: "N3", 4: "REM"}


def hypnogram(codes):
    """A night of epochs of 30 s, one character each, a dot where it is not scored."""
    return yasa.Hypnogram([STAGES[-1 if c == "." else int(c)] for c in codes], freq="30s")


def night(codes):
    counts, _ = hypnogram(codes).transition_matrix()
    return {
        "statistics": {k: None if np.isnan(v) else float(v)
                       for k, v in hypnogram(codes).sleep_statistics().items()},
        "transitions": {f"{a} to {b}": int(counts.loc[a, b]) for a in counts.index for b in counts.columns},
    }


def simulated(count):
    """Nights that yasa makes, so that nobody has chosen them."""
    back = {name: str(code) for code, name in STAGES.items()}
    for seed in range(count):
        made = yasa.simulate_hypnogram(tib=480, seed=seed)
        yield f"simulated night {seed}", "".join(back[stage] for stage in made.hypno)


def agreement(a, b):
    known = [(x, y) for x, y in zip(a, b) if x != "." and y != "."]
    x, y = zip(*known)
    return {"kappa": float(cohen_kappa_score(x, y)), "mcc": float(matthews_corrcoef(x, y))}


def cosinor(hours, y, days, period):
    """Ordinary least squares, with independent errors and with days as clusters."""
    t, y, days = np.array(hours), np.array(y), np.array(days)
    x = np.column_stack([np.ones(len(t)), np.cos(2 * np.pi * t / period), np.sin(2 * np.pi * t / period)])
    found = {}
    for errors in ("independent", "days"):
        fit = sm.OLS(y, x).fit() if errors == "independent" else sm.OLS(y, x).fit(
            cov_type="cluster", cov_kwds={"groups": days}, use_t=True)
        b, cov = fit.params, fit.cov_params()
        amplitude = np.hypot(b[1], b[2])
        clusters = len(set(days.tolist()))
        bound = stats.t.ppf(0.975, fit.df_resid if errors == "independent" else clusters - 1)
        half = [bound * np.sqrt(g @ cov @ g) for g in (
            np.array([1, 0, 0]), np.array([0, b[1], b[2]]) / amplitude,
            np.array([0, -b[2], b[1]]) / amplitude**2 * period / (2 * np.pi))]
        acrophase = np.arctan2(b[2], b[1]) % (2 * np.pi) * period / (2 * np.pi)
        wald = float(fit.wald_test(np.eye(3)[1:], scalar=True, use_f=False).statistic)
        p = (fit.f_pvalue if errors == "independent"
             else stats.f.sf(wald * (clusters - 2) / (2 * (clusters - 1)), 2, clusters - 2))
        if p > 0.05:  # an amplitude that may be 0 leaves the acrophase open
            half[2] = period / 2
        found[errors] = {
            "mesor": b[0], "amplitude": amplitude, "acrophase": acrophase, "R2": fit.rsquared,
            "mesor_low": b[0] - half[0], "mesor_high": b[0] + half[0],
            "amplitude_low": max(0.0, amplitude - half[1]), "amplitude_high": amplitude + half[1],
            "acrophase_low": acrophase - half[2], "acrophase_high": acrophase + half[2],
            "p": p,
        }
    return found


def periodogram(hours, y, periods):
    return LombScargle(hours, y, normalization="standard", fit_mean=True).power(1 / np.array(periods))


def regularity(codes, per_day):
    """sleepreg's formula: -100 + 200 times the share of epochs that are as those a day later."""
    state = np.array([np.nan if c == "." else float(c != "0") for c in codes])
    a, b = state[:-per_day], state[per_day:]
    known = ~np.isnan(a) & ~np.isnan(b)
    return -100 + 200 * float(np.mean(a[known] == b[known]))


def welch(a, b):
    found = stats.ttest_ind(b, a, equal_var=False)
    interval = found.confidence_interval(0.95)
    return [interval.low, interval.high, found.pvalue]


def permutation(a, b):
    """Share of all ways to part the values whose Welch's t is as far from 0."""
    t = lambda x, y, axis: np.abs(stats.ttest_ind(x, y, equal_var=False, axis=axis).statistic)
    return stats.permutation_test((a, b), t, vectorized=True, alternative="greater", n_resamples=1_000_000).pvalue


def experiment(pairs):
    """Mean difference of pairs, and the share of all orders within the pairs whose mean is as far from 0."""
    d = np.array([b - a for a, b in pairs])
    mean = lambda x, axis: np.mean(x, axis=axis)
    return [d.mean(), stats.permutation_test((d,), mean, permutation_type="samples", vectorized=True).pvalue]


def around(values, events):
    """Mean over events of the mean of each hour around them; values by 10 minutes."""
    s = pd.Series(values, dtype=float)
    means = [[s[6 * (event + hour):6 * (event + hour + 1)].mean() for hour in range(-3, 3)] for event in events]
    return list(pd.DataFrame(means).mean())


def trend(y):
    """Slope of a line and weekday effects, per day."""
    day = np.arange(len(y))
    weekdays = [(day % 7 == k) * 1.0 for k in range(7)]
    return float(sm.OLS(np.array(y), np.column_stack([day, *weekdays])).fit().params[0])


def partial(x, y, z, partials):
    days = pd.DataFrame({"x": x, "y": y, "z": z, "t": np.arange(len(x))})
    for k in range(1, 7):
        days[f"d{k}"] = (days.t % 7 == k) * 1.0
    columns = {"trend": ["t"], "weekday": [f"d{k}" for k in range(1, 7)], "z": ["z"]}
    rows = []
    for removed in partials:
        covar = [c for one in removed for c in columns[one]]
        found = [pg.partial_corr(days, "x", "y", covar=covar, method=m).iloc[0] for m in ("pearson", "spearman")]
        rows.append([[row["r"], row["p_val"]] for row in found])
    return rows


def slope(x, y, phi):
    design = sm.add_constant(np.array(x))
    fit = sm.OLS(y, design).fit(cov_type="HAC", cov_kwds={"maxlags": 12, "use_correction": True}, use_t=True)
    low, high = fit.conf_int()[1]
    return [fit.params[1], (high - low) / 2]


def change_point(at, y, phis, prior):
    """Largest F of a step by least squares; the date's interval by the restricted likelihood of dense matrices."""
    at, y, n = np.array(at), np.array(y), len(at)
    indices = range(int(0.15 * n), n - int(0.15 * n) + 1)
    design = {i: np.column_stack([np.ones(n), np.arange(n) >= i]) for i in indices}
    f = {i: sm.OLS(y, x).fit().fvalue for i, x in design.items()}
    best = max(f, key=f.get)
    log = np.full((len(phis), n), -np.inf)
    for k, phi in enumerate(phis):
        inverse = np.linalg.inv(phi ** np.abs(np.subtract.outer(at, at)).astype(float))
        for i, x in design.items():
            information = x.T @ inverse @ x
            rest = y - x @ np.linalg.solve(information, x.T @ inverse @ y)
            log[k, i] = (np.log(prior[k]) + 0.5 * np.linalg.slogdet(inverse)[1]
                         - 0.5 * np.linalg.slogdet(information)[1] - 0.5 * (n - 2) * np.log(rest @ inverse @ rest))
    weight = np.exp(log - log.max())
    below = np.cumsum(weight.sum(axis=0)) / weight.sum()
    low, high = np.searchsorted(below, 0.025), np.searchsorted(below, 0.975)
    return [f[best], at[best], at[min(best, low) - 1] + 1, at[max(best, high)]]


def levels(y, penalty):
    """First values of the levels that minimize squares and a penalty, as found by PELT."""
    return ruptures.Pelt(model="l2", min_size=5, jump=1).fit(np.array(y, float)).predict(penalty)[:-1]


def interrupted(at, y, since, phi):
    """Generalized least squares with the covariance of a given autocorrelation."""
    at = np.array(at)
    after = at >= since
    design = np.column_stack([np.ones(len(at)), at - since, after, (at - since) * after])
    fit = sm.GLS(np.array(y), design, sigma=phi ** np.abs(np.subtract.outer(at, at)).astype(float)).fit()
    return [*fit.params[2:], *fit.bse[2:]]


def unusual(y, weekday, start, end):
    """Mean of an episode, of the usual level on its days, and their difference."""
    y, weekday = pd.Series(y, dtype=float), pd.Series(weekday)
    known = y.dropna()
    first, last = known.iloc[:len(known) // 3], known.iloc[-(len(known) // 3):]
    rise = (last.median() - first.median()) / (np.median(last.index) - np.median(first.index))
    line = rise * y.index
    level = (y - line).rolling(57, center=True, min_periods=1).median() + line
    days = (y - level).groupby(weekday).median()
    level += (days - days.median()).reindex(weekday).to_numpy()
    own = y.index[start:end][y[start:end].notna()]
    return [y[own].mean(), level[own].mean(), (y - level)[own].mean()]


def decomposed(y, period, seasonal, robust):
    fit = STL(np.array(y), period=period, seasonal=seasonal, robust=robust).fit()
    return [list(fit.trend), list(fit.seasonal), list(fit.weights)]


def resting(rates, asleep):
    at = pd.date_range("2024-01-01", periods=len(rates), freq="min")
    s = pd.Series(rates, at, dtype=float)
    lowest = [s.rolling(n, min_periods=int(np.ceil(0.8 * n))).mean().min() for n in (5, 30)]
    minute = np.arange(len(rates))
    sleeping = np.any([(minute >= a) & (minute < b) for a, b in asleep], axis=0)
    sleep, wake = s[sleeping].mean(), s[~sleeping].mean()
    return [*lowest, sleep, wake, 100 * (1 - sleep / wake)]


def ema(lux, step):
    """From 0 before the first value; a gap takes the value after it."""
    s = pd.Series([0.0, *lux], dtype=float).bfill()
    return list(s.ewm(alpha=np.log(2) * step / 90, adjust=False).mean()[1:])


def sun(latitude, longitude, angle, found):
    """Times at which the sun is at -angle, within ten minutes of given ones."""
    place = EarthLocation.from_geodetic(longitude * units.deg, latitude * units.deg)

    def height(seconds):
        at = Time(seconds, format="unix")
        return get_sun(at).transform_to(AltAz(obstime=at, location=place)).alt.deg + angle

    low, high = np.array(found) - 600, np.array(found) + 600
    rises = height(high) > height(low)
    for _ in range(14):
        middle = (low + high) / 2
        after = (height(middle) > 0) == rises
        low, high = np.where(after, low, middle), np.where(after, middle, high)
    return list((low + high) / 2)


def by_day(values):
    days = [pd.Series(values[i:i + 1440], dtype=float) for i in range(0, len(values), 1440)]
    low = [d.rolling(300, min_periods=270).mean()[299:].min() for d in days]
    return [low, [d.rolling(600, min_periods=540).mean()[599:].max() for d in days]]


def mixed(person, x, y, phi):
    """Mixed models by REML, and least squares with the covariance of a given autocorrelation."""
    person, x, y = np.array(person), np.array(x), np.array(y)
    design = sm.add_constant(x.astype(float))
    sigma = (person[:, None] == person) * phi ** np.abs(np.subtract.outer(x, x)).astype(float)
    gls = sm.GLS(y, design, sigma=sigma).fit()
    found = {"gls": [*gls.params, *gls.bse]}
    for name, effects in (("intercept", None), ("slope", design)):
        fit = sm.MixedLM(y, design, person, exog_re=effects).fit(reml=True, method="powell")
        found[name] = [*fit.fe_params, -2 * fit.llf]
    return found


def limits(pairs):
    """Bias, limits and the line of the difference, each with its interval; the intercept without."""
    pairs = pd.DataFrame(pairs)
    columns = [pairs[[name]].set_axis(["N3"], axis=1) for name in ("reference", "device")]
    found = yasa.SleepStatsAgreement(*columns).summary(ci_method="param").loc["N3"]
    names = ("bias_mean", "loa_lower", "loa_upper", "bias_slope")
    return [*(found[n, i] for n in names for i in ("center", "lower", "upper")),
            found["bias_intercept", "center"]]


def hrv(beats):
    s = pd.Series([nn if known else np.nan for nn, known in beats], dtype=float)
    d = s.diff().dropna()
    near = (d.abs() > 50).sum()
    return [s.mean(), s.std(), np.sqrt((d**2).mean()), d.std(), near, 100 * near / len(d), len(d)]


def curve(values):
    y = np.array(values, dtype=float)
    t, y = np.arange(len(y))[~np.isnan(y)] / 6, y[~np.isnan(y)]

    def shape(p):
        return p[0] + p[1] / (1 + np.exp(-p[3] * (np.cos((t - p[4]) * np.pi / 12) - p[2])))

    return list(optimize.least_squares(lambda p: shape(p) - y, [10, 80, 0, 3, 14], xtol=1e-13, ftol=1e-13).x)


def activity(asked):
    iers.conf.auto_download = False
    return {
        "limits": limits(asked["limits"]),
        "hrv": hrv(asked["beats"]),
        "curve": curve(asked["curve"]),
        "resting": [resting(**one) for one in asked["resting"]],
        "ema": [ema(**one) for one in asked["ema"]],
        "sun": [sun(**one) for one in asked["sun"]],
        "byDay": by_day(asked["by_day"]),
        "mixed": mixed(**asked["mixed"]),
    }


def main():
    asked = json.load(sys.stdin)
    nights = dict(asked["hypnograms"]) | dict(simulated(8))
    names = list(nights)
    found = {
        "versions": {name: version(name) for name in ("yasa", "scikit-learn", "scipy", "pingouin", "statsmodels", "astropy", "ruptures", "pandas", "mne", "scikit-digital-health")},
        "nights": {name: {"codes": codes, **night(codes)} for name, codes in nights.items()},
        "agreement": [{"a": a, "b": b, **agreement(nights[a], nights[b])}
                      for a, b in zip(names[2:], names[3:])],
        "cosinor": [cosinor(**one) for one in asked["cosinor"]],
        "periodogram": [list(periodogram(**one)) for one in asked["periodogram"]],
        "regularity": [regularity(**one) for one in asked["regularity"]],
        "activity": activity(asked["activity"]),
        "wearables": wearables(asked["wearables"]),
        "hypnograms": hypnograms(asked["scored"]),
        "changes": {
            "welch": [welch(**one) for one in asked["groups"]],
            "permutation": [permutation(**one) for one in asked["groups"][1:]],
            "experiments": [experiment(one) for one in asked["experiments"]],
            "around": around(**asked["around"]),
            "trends": [trend(one["y"]) for one in asked["shared"]],
            "partial": [partial(**one, partials=asked["partials"]) for one in asked["shared"]],
            "changePoints": [change_point(**one) for one in asked["changePoints"]],
            "levels": [[levels(y, p) for p in penalties] for y, penalties in asked["levels"]],
            "decomposed": [decomposed(**one) for one in asked["decomposed"]],
            "interrupted": [interrupted(**one) for one in asked["interrupted"]],
            "unusual": [unusual(**one) for one in asked["unusual"]],
            "slopes": [slope(**one) for one in asked["dependent"]],
        },
    }
    json.dump(found, sys.stdout, default=float)


if __name__ == "__main__":
    main()
