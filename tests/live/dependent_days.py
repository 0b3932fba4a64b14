"""What SciPy and statsmodels answer for days that hang together: writes the fixture of tests/series/.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 statsmodels==0.15.0
    venv/bin/python tests/live/dependent_days.py > tests/fixtures/dependent_days_expected.json
"""

import json

import numpy as np
import scipy
import statsmodels
from scipy import optimize, stats
from statsmodels.stats.multitest import multipletests
from statsmodels.tsa.stattools import acf


def autoregression(rng, n, phi):
    """Days of which each keeps a share of the one before."""
    noise = rng.standard_normal(n + 50)
    values = np.zeros(n + 50)
    for i in range(1, n + 50):
        values[i] = phi * values[i - 1] + noise[i]
    return np.round(values[50:], 4)


def effective_size(x, y):
    """Pyper and Peterman (1998), equation 1, with autocorrelations by pairs to a fifth of n."""
    n = len(x)
    lags = n // 5
    a, b = (acf(v, adjusted=True, nlags=lags, fft=False) for v in (x, y))
    sizes = [(n - k) / n * a[k] * b[k] for k in range(1, lags + 1)]
    return min(n, max(1, 1 / (1 / n + 2 / n * sum(sizes))))


def correlation(x, y, method):
    n = len(x)
    rank = stats.rankdata if method == "spearman" else np.asarray
    r = stats.pearsonr(rank(x), rank(y)).statistic
    size = effective_size(rank(x), rank(y))
    half = stats.norm.ppf(0.975) * np.sqrt((1.06 if method == "spearman" else 1) / (size - 3))
    t = r * np.sqrt((size - 2) / (1 - r * r))
    plain = getattr(stats, method + "r")(x, y)
    return {
        "method": method,
        "n": n,
        "n_effective": size,
        "r": r,
        "low": np.tanh(np.arctanh(r) - half),
        "high": np.tanh(np.arctanh(r) + half),
        "p": 2 * stats.t.sf(abs(t), size - 2),
        "p_independent": plain.pvalue,
    }


def difference(values, group, at):
    """The difference of means of a first-order autoregression, by matrices."""
    values, group, at = np.array(values), np.array(group), np.array(at)
    n, (na, nb) = len(values), np.bincount(group)
    away = np.abs(np.subtract.outer(at, at))
    centre = np.eye(n)
    for own in (0, 1):
        rows = np.where(group == own)[0]
        centre[np.ix_(rows, rows)] -= 1 / len(rows)
    rest = centre @ values
    next_to = [(i, j) for i in range(n) for j in range(i) if away[i, j] == 1]

    def ratio(covariance):
        return np.mean([covariance[i, j] for i, j in next_to]) / (np.trace(covariance) / n)

    found = ratio(np.outer(rest, rest))
    expected = lambda phi: ratio(centre @ phi**away @ centre)
    phi = 0 if found <= expected(0) else optimize.brentq(lambda p: expected(p) - found, 0, 0.99)
    weights = np.where(group == 1, 1 / nb, -1 / na)
    variance = lambda p: weights @ p**away @ weights / np.trace(centre @ p**away @ centre)
    inflation = max(1, variance(phi) / variance(0))
    error = np.sqrt(variance(0) * inflation * rest @ rest)
    size, mean = n / inflation, weights @ values
    half = stats.t.ppf(0.975, size - 2) * error
    return {
        "difference": mean,
        "low": mean - half,
        "high": mean + half,
        "p": 2 * stats.t.sf(abs(mean / error), size - 2),
        "n_effective": size,
        "autocorrelation": phi,
    }


rng = np.random.default_rng(20260101)
pairs = []
for n, phi in [(30, 0), (60, 0.6), (90, 0.85)]:
    x = autoregression(rng, n, phi)
    y = np.round(0.4 * x + autoregression(rng, n, phi), 4)
    pairs.append({
        "x": x.tolist(),
        "y": y.tolist(),
        "expected": [correlation(x, y, method) for method in ("pearson", "spearman")],
    })

compared = []
for n, phi, of in [
    (28, 0.5, lambda at: at >= 14),
    (60, 0.7, lambda at: at % 7 >= 5),
    (90, 0.4, lambda at: rng.random(len(at)) < 0.4),
]:
    at = np.sort(rng.choice(np.arange(n + 6), n, replace=False))
    group = of(at).astype(int)
    values = autoregression(rng, n + 6, phi)[at] + 0.5 * group
    compared.append({
        "at": at.tolist(),
        "value": values.tolist(),
        "group": group.tolist(),
        "expected": difference(values, group, at),
    })

chances = [0.001, 0.04, 0.2, 0.012, 0.012, 0.9, 0.03]
tails = [(0.5, 1), (2.1, 7.3), (2.1, 10), (30, 3.5), (1e-3, 200), (8, 60), (2, 1e5)]
print(json.dumps({
    "versions": {"scipy": scipy.__version__, "statsmodels": statsmodels.__version__, "numpy": np.__version__},
    "pairs": pairs,
    "compared": compared,
    "chances": chances,
    "holm": multipletests(chances, method="holm")[1].tolist(),
    "benjamini-hochberg": multipletests(chances, method="fdr_bh")[1].tolist(),
    "tails": [{"t": t, "freedom": f, "tail": 2 * stats.t.sf(t, f)} for t, f in tails],
    "bounds": [{"chance": c, "freedom": f, "bound": stats.t.ppf((1 + c) / 2, f)} for c, f in [(0.95, 7.3), (0.9, 41.25), (0.99, 2.5)]],
}))
