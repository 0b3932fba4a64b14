"""What pingouin and statsmodels answer for partial correlations: writes the fixture of tests/series/.

    python3 -m venv venv && venv/bin/pip install pingouin==0.7.0 statsmodels==0.15.0
    venv/bin/python tests/live/partial_correlation.py > tests/fixtures/partial_correlation_expected.json
"""

import json

import numpy as np
import pandas as pd
import pingouin as pg
import statsmodels.api as sm

rng = np.random.default_rng(5)
n = 60
day = np.arange(n)
weekend = (day % 7 >= 5) * 1.0
z = np.round(rng.normal(size=n), 4)
x = np.round(rng.normal(size=n) + weekend + day / n * 2 + z, 4)
y = np.round(rng.normal(size=n) + weekend + day / n * 2 + z - 0.3 * x, 4)
days = pd.DataFrame({"x": x, "y": y, "z": z, "t": day})
weekdays = [f"d{k}" for k in range(1, 7)]
for k in range(1, 7):
    days[f"d{k}"] = (day % 7 == k) * 1.0

expected = []
for partial in (["trend", "weekday"], ["z"], ["trend", "weekday", "z"]):
    columns = [c for one in partial for c in {"trend": ["t"], "weekday": weekdays}.get(one, [one])]
    for method in ("pearson", "spearman"):
        row = pg.partial_corr(days, "x", "y", covar=columns, method=method).iloc[0]
        expected.append({"partial": partial, "method": method, "r": float(row["r"]), "p": float(row["p_val"])})

design = sm.add_constant(days[["x", "t"] + weekdays])
plain = sm.OLS(days.y, design).fit()
hac = sm.OLS(days.y, design).fit(
    cov_type="HAC", cov_kwds={"maxlags": 7, "use_correction": True}, use_t=True)
bounds = lambda fit: dict(zip(("low", "high"), map(float, fit.conf_int().loc["x"])))
print(json.dumps({
    "x": x.tolist(), "y": y.tolist(), "z": z.tolist(), "expected": expected,
    "slope": {"slope": float(plain.params["x"]), **bounds(plain)},
    "hac": bounds(hac),
}))
