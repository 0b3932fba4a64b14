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


def autoregressive_size(x, y):
    """Dutilleul (1993) under autoregressions, whose coefficients are integrated out by dense matrices."""
    n = len(x)
    centre = np.eye(n) - 1 / n
    edges = np.concatenate([[0], (np.array(PHI[1:]) + PHI[:-1]) / 2, [1]])
    prior = np.diff(1 - (1 - edges) ** 1.25)
    chains = [phi ** np.abs(np.subtract.outer(np.arange(n), np.arange(n))) for phi in PHI]

    def weights(v):
        logs = []
        for chain in chains:
            inverse = np.linalg.inv(chain)
            mean = inverse.sum(axis=0) @ v / inverse.sum()
            rss = (v - mean) @ inverse @ (v - mean)
            logs.append(-0.5 * (np.linalg.slogdet(chain)[1] + np.log(inverse.sum()) + (n - 1) * np.log(rss)))
        weight = prior * np.exp(np.array(logs) - max(logs))
        return weight / weight.sum()

    sizes = [[1 + np.trace(centre @ a) * np.trace(centre @ b) / np.trace(centre @ a @ centre @ b)
              for b in chains] for a in chains]
    return 1 / (weights(x) @ (1 / np.array(sizes)) @ weights(y))


def correlation(x, y, method):
    n = len(x)
    rank = stats.rankdata if method == "spearman" else np.asarray
    r = stats.pearsonr(rank(x), rank(y)).statistic
    size = min(effective_size(rank(x), rank(y)), autoregressive_size(rank(x), rank(y)))
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


# Share of noise, its autocorrelation from day to day, and the prior mass.
NOISE = {(0, 0): 0.84, (0.3, 0): 0.05, (0.6, 0): 0.05, (0.85, 0): 0.02, (0.12, -0.5): 0.04}
PHI = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.92, 0.95, 0.97, 0.985]


def difference(values, group, at, weekday):
    """The difference of two means by dense matrices: own spread and autocorrelation of each group, both integrated out."""
    values, group, at, weekday = np.array(values), np.array(group), np.array(at), np.array(weekday)
    counts = np.bincount(group)
    least = min(counts)
    kinds = weekday if least >= 28 else (weekday >= 6).astype(int)
    x = np.column_stack([group == 0, group == 1] + [kinds == kind for kind in sorted(set(kinds))[1:]]).astype(float)
    n, p = x.shape
    contrast = np.zeros(p)
    contrast[:2] = -1, 1
    weights = x @ np.linalg.solve(x.T @ x, contrast)
    rest = values - x @ np.linalg.lstsq(x, values, rcond=None)[0]
    half_width = 3 * np.sqrt((1 / counts).sum())

    def variance(own, phi):
        """Variance of a group's residuals around their generalized mean, as a chain by its own days."""
        days, left = at[group == own], rest[group == own]
        inverse = np.linalg.inv(phi ** np.abs(np.subtract.outer(days, days)).astype(float))
        left = left - inverse.sum(axis=0) @ left / inverse.sum()
        return left @ inverse @ left / (len(days) - 1)

    share = min(1, max(0, (least - 14) / 14))
    edges = np.concatenate([[0], (np.array(PHI[1:]) + PHI[:-1]) / 2, [1]])
    prior = np.diff(stats.beta.cdf(edges, 0.3 + 0.1 * share, 0.35 + 0.2 * share))

    def correlation(phi):
        """Correlations of a chain whose links have the coefficients of their ends."""
        links = np.array([(phi[group[i]] * phi[group[i - 1]]) ** ((at[i] - at[i - 1]) / 2) for i in range(1, n)])
        found = np.eye(n)
        for i in range(n):
            found[i, i + 1:] = np.cumprod(links[i:])
        return np.triu(found) + np.triu(found, 1).T

    logs, scales, phis, masses = [], [], [], []
    for i, one in enumerate(PHI):
        for j, other in enumerate(PHI):
            chain = correlation((one, other))
            apart = (np.arctanh(one) - np.arctanh(other)) / 0.25
            middle = 0.5 * np.log(variance(0, one) / variance(1, other))
            for ratio in np.exp(middle + half_width * np.linspace(-1, 1, 9)):
                spread = np.where(group == 0, 1, 1 / ratio)
                covariance = spread[:, None] * chain * spread
                inverse = np.linalg.inv(covariance)
                information = x.T @ inverse @ x
                off = values - x @ np.linalg.solve(information, x.T @ inverse @ values)
                rss = off @ inverse @ off
                masses.append((prior[i] * prior[j] / (1 + apart**2), prior[i] * prior[j]))
                logs.append(-0.5 * np.linalg.slogdet(covariance)[1]
                            - 0.5 * np.linalg.slogdet(information)[1] - 0.5 * (n - p) * np.log(rss))
                scales.append(np.sqrt(rss / (n - p) * (weights @ covariance @ weights)))
                phis.append((one, other))
    # Similar autocorrelations, unless the evidence for unrelated ones is larger by half a unit of its logarithm.
    masses = np.array(masses) / np.sum(masses, axis=0)
    weights_of = np.exp(np.array(logs) - max(logs))[:, None] * masses
    evidence = weights_of.sum(axis=0)
    weight = weights_of[:, int(evidence[1] > np.exp(0.5) * evidence[0])]
    weight, scales = weight / weight.sum(), np.array(scales)

    # Noise on top of one autocorrelation of both groups, each in units of its spread.
    spread = np.sqrt(np.bincount(group, rest**2) / counts)[group]
    scaled, off = x / spread[:, None], values / spread
    mass = dict(zip(PHI, prior))
    apart = np.abs(np.subtract.outer(at, at))
    found = {}
    for kind, chance in NOISE.items():
        noise, turn = kind
        logs, variances = [], []
        for phi in PHI:
            if noise > 0 and phi < 0.3:
                continue
            chain = (1 - noise) * correlation((phi, phi)) + noise * np.power(float(turn), apart)
            inverse = np.linalg.inv(chain)
            information = scaled.T @ inverse @ scaled
            left = off - scaled @ np.linalg.solve(information, scaled.T @ inverse @ off)
            rss = left @ inverse @ left
            logs.append(np.log(chance * mass[phi]) - 0.5 * np.linalg.slogdet(chain)[1]
                        - 0.5 * np.linalg.slogdet(information)[1] - 0.5 * (n - p) * np.log(rss))
            variances.append((weights * spread) @ chain @ (weights * spread) * rss / (n - p))
        found[kind] = np.array(logs), np.array(variances)
    top = max(logs.max() for logs, _ in found.values())
    each = {kind: np.exp(logs - top) for kind, (logs, _) in found.items()}
    mean_of = {kind: each[kind] @ variances / each[kind].sum() for kind, (_, variances) in found.items()}
    factors = np.sqrt(np.array([mean_of[kind] / mean_of[0, 0] for kind in NOISE]))
    shares = np.array([each[kind].sum() for kind in NOISE])
    shares = shares / shares.sum()
    tail = lambda at: sum(share * (weight @ (2 * stats.t.sf(at / (scales * factor), n - p)))
                          for share, factor in zip(shares, factors))
    mean = weights @ values
    half = optimize.brentq(lambda at: tail(at) - 0.05, 0, 100 * scales.max(), xtol=1e-12)
    return {
        "difference": mean,
        "low": mean - half,
        "high": mean + half,
        "p": tail(abs(mean)),
        "autocorrelations": weight @ np.array(phis),
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
for n, phi, ratio, of in [
    (32, 0.5, 1, lambda at: at >= 17),
    (60, 0.7, 3, lambda at: at % 9 >= 5),
    (90, 0.4, 2, lambda at: rng.random(len(at)) < 0.4),
]:
    at = np.sort(rng.choice(np.arange(n + 6), n, replace=False))
    group = of(at).astype(int)
    values = autoregression(rng, n + 6, phi)[at] * np.where(group, ratio, 1) + 0.5 * group
    weekday = at % 7 + 1
    found = difference(values, group, at, weekday)
    found["autocorrelations"] = found["autocorrelations"].tolist()
    compared.append({
        "at": at.tolist(),
        "value": values.tolist(),
        "group": group.tolist(),
        "expected": found,
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
