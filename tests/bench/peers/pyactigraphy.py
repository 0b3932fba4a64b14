"""What pyActigraphy takes for the nonparametric statistics of the same record."""

import logging
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

import numpy as np
import pandas as pd
from pyActigraphy.io import BaseRaw

from answer import serve


def rhythm(path):
    """Values by the minute, from midnight on, one a line."""
    values = np.loadtxt(path)
    step = pd.Timedelta(minutes=1)
    data = pd.Series(values, pd.date_range("2024-01-01", periods=len(values), freq=step))
    raw = BaseRaw(
        fpath="", name="", uuid="", format="", axial_mode="", frequency=step,
        start_time=data.index[0], period=data.index[-1] - data.index[0], data=data, light=None,
    )
    how = {"binarize": False, "threshold": 0}

    def run():
        return {
            "IS": raw.IS(**how), "IV": raw.IV(**how), "ISm": raw.ISm(**how), "IVm": raw.IVm(**how),
            "L5": raw.L5(**how), "M10": raw.M10(**how), "RA": raw.RA(**how),
        }

    return run


serve({"rhythm": rhythm})
