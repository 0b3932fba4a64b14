"""What yasa and astropy take for the same nights and series."""

import warnings

warnings.filterwarnings("ignore")

import numpy as np
import yasa
from astropy.timeseries import LombScargle

from answer import serve

STAGES = ["WAKE", "N1", "N2", "N3", "REM"]


def statistics(path):
    with open(path) as file:
        nights = [[STAGES[int(code)] for code in line.strip()] for line in file]

    def run():
        found = [yasa.Hypnogram(night, freq="30s").sleep_statistics() for night in nights]
        return {name: sum(one[name] for one in found) for name in ("TST", "WASO")}

    return run


def periodogram(path):
    """Times in hours and values, then the periods, as three lines of numbers."""
    with open(path) as file:
        hours, values, periods = (np.array(line.split(), dtype=float) for line in file)

    def run():
        power = LombScargle(hours, values, normalization="standard").power(1 / periods, method="slow")
        return {"highest": power.max(), "sum": power.sum()}

    return run


serve({"statistics": statistics, "periodogram": periodogram})
