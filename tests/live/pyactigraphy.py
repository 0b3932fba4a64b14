"""What pyActigraphy answers: reads {"records", "counts", "lux"} as JSON from standard input, writes statistics.

"counts" are a week of minutes for Crespo, "lux" days of light by minutes. A record is {"name", "start" (local time), "step" (seconds), "values" (null where masked),
"threshold" (null for counts as they are)}. With --own the package's own example records are put to
the front, with their values, so that the other side can read them from the answer.
"""

import glob
import json
import logging
import os
import sys
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

import numpy as np
import pandas as pd
import pyActigraphy
from pyActigraphy.io import BaseRaw
from pyActigraphy.light import LightRecording
from pyActigraphy.metrics.metrics import _lmx


def raw_of(record):
    """A record as the package holds it; where a value is missing, its mask is 0."""
    values = np.array([np.nan if v is None else v for v in record["values"]], dtype=float)
    step = pd.Timedelta(seconds=record["step"])
    data = pd.Series(values, pd.date_range(record["start"], periods=len(values), freq=step))
    raw = BaseRaw(
        fpath="", name=record["name"], uuid="", format="", axial_mode="", frequency=step,
        start_time=data.index[0], period=data.index[-1] - data.index[0],
        data=data.fillna(0), light=None,
    )
    if data.isna().any():
        raw.mask = data.notna().astype(int)
        raw.mask_inactivity = True
    return raw


def statistics(raw, threshold):
    how = {"binarize": threshold is not None, "threshold": threshold or 0}
    some = ["10min", "30min", "1H"]
    data = raw.binarized_data(threshold) if how["binarize"] else raw.data
    found = {
        "IS": raw.IS(**how), "IV": raw.IV(**how),
        "IS 30m": raw.IS(freq="30min", **how), "IV 30m": raw.IV(freq="30min", **how),
        "ISm": raw.ISm(**how), "IVm": raw.IVm(**how),
        "ISm 10m 30m 1h": raw.ISm(freqs=some, **how), "IVm 10m 30m 1h": raw.IVm(freqs=some, **how),
        "IS 7d": raw.ISp(period="7D", **how), "IV 7d": raw.IVp(period="7D", **how),
        "L5": raw.L5(**how), "M10": raw.M10(**how), "RA": raw.RA(**how),
        "L5_onset": _lmx(data, "5H", lowest=True)[0] / pd.Timedelta("1h"),
        "M10_onset": _lmx(data, "10H", lowest=False)[0] / pd.Timedelta("1h"),
        "L5 7d": raw.L5p(period="7D", **how), "M10 7d": raw.M10p(period="7D", **how),
        "RA 7d": raw.RAp(period="7D", **how),
    }
    return json.loads(json.dumps(found, default=float))


def own_records():
    """The example records that the package brings along, as counts and above its own threshold."""
    folder = os.path.join(os.path.dirname(pyActigraphy.__file__), "tests", "data")
    for path in sorted(glob.glob(os.path.join(folder, "example_0?.AWD"))):
        raw = pyActigraphy.io.read_raw_awd(path)
        for threshold in (None, 4):
            yield raw, {
                "name": os.path.basename(path), "start": raw.data.index[0].isoformat(),
                "step": raw.frequency.total_seconds(), "values": raw.data.tolist(),
                "threshold": threshold,
            }


def accept_old_arguments():
    """Crespo asks for arguments that pandas has renamed (closed) or dropped (center)."""
    date_range, expanding = pd.date_range, pd.Series.expanding

    def renamed(*args, closed=False, **kwargs):
        return date_range(*args, **kwargs, **({} if closed is False else {"inclusive": closed or "both"}))

    pd.date_range = renamed
    pd.Series.expanding = lambda self, *args, center=None, **kwargs: expanding(self, *args, **kwargs)


def activity(raw, counts, lux):
    """Sleep of a record by minute, its regularity and fragmentation, and the rest of a made week."""
    week = raw_of({"name": "week", "start": "2024-01-01", "step": 60, "values": counts})
    scores = {
        "sadeh": raw.Sadeh(), "scripps": raw.Scripps(), "roenneberg": raw.Roenneberg(),
        "crespo": week.Crespo(),
    }
    return {
        "scores": {name: "".join(str(int(v)) for v in s.fillna(0)) for name, s in scores.items()},
        "light": light(lux), "SRI": raw.SleepRegularityIndex(algo="Scripps"), "kRA": raw.kRA(0), "kAR": raw.kAR(0),
    }


def light(lux):
    """Minutes at or above 250, the mean hour above 250 and the hour of the centroid, by day."""
    values = np.array([np.nan if v is None else v for v in lux], dtype=float)
    data = pd.DataFrame({"lux": values}, pd.date_range("2024-01-01", periods=len(values), freq="1min"))
    light = LightRecording("", "", data, data.index.freq, log10_transform=False)
    days = [day.asfreq("1min") for _, day in data.groupby(data.index.date)]
    centroids = [LightRecording.get_time_barycentre(day)["lux"] / 60 for day in days]
    above = light.MLiTp(threshold=250)["lux"] / 60
    return [list(column) for column in zip(light.TATp(threshold=250)["lux"], above, centroids)]


def main():
    accept_old_arguments()
    asked = json.load(sys.stdin)
    records = list(own_records()) if "--own" in sys.argv else []
    found = {"activity": activity(records[0][0], asked["counts"], asked["lux"])} if records else {}
    results = [{**record, "expected": statistics(raw, record["threshold"])} for raw, record in records]
    for record in asked["records"]:
        expected = statistics(raw_of(record), record["threshold"])
        results.append({"name": record["name"], "threshold": record["threshold"], "expected": expected})
    json.dump({"version": "1.2.2", "pandas": pd.__version__, "records": results, **found}, sys.stdout,
              default=float)


if __name__ == "__main__":
    main()
