"""CPU time in ms of functions of science.py or pyactigraphy.py: speed.py MODULE NAMES... reads {function: input} as JSON."""

import json
import sys
import time


def science(asked):
    import science as own
    import wearables

    yield "choi", wearables.choi, [asked["months"]]
    yield "nights", wearables.nights, [asked["angles"]]
    yield "gradient", wearables.gradient, [asked["months"]]
    yield "bouts", wearables.bouts, [asked["months"]]
    yield "fluctuations", wearables.fluctuations, [asked["counts"]]
    yield "limits", own.limits, [asked["pairs"]]
    yield "validate", own.hypnograms.__globals__["pairs"], [asked["nights"]]
    epochs = own.hypnograms.__globals__["epochs"]
    yield "epochs", epochs, [asked["nights"][0][0]]
    yield "people_epochs", lambda people: [epochs(one) for one, _ in people], [asked["nights"]]
    yield "levels", own.levels, [asked["days"], 30.0]
    yield "decomposed", own.decomposed, [asked["days"], 7, 7, True]
    yield "mixed", mixed(own), [asked["people"]]
    yield "hrv", lambda beats: [own.hrv(beats), bands(beats)], [asked["beats"]]
    yield "curve", own.curve, [asked["curve"]]
    yield "resting", own.resting, [asked["rates"], asked["asleep"]]
    yield "ema", own.ema, [asked["lux"], 1]


def bands(beats):
    """Power at the frequencies of windows of five minutes."""
    import numpy as np
    from scipy.signal import lombscargle

    length = np.array([nn for nn, _ in beats]) / 1000
    at, frequencies = np.cumsum(length), 2 * np.pi * np.arange(1, 121) / 300
    windows = np.searchsorted(at, np.arange(0, at[-1], 300))
    return [lombscargle(at[own], length[own] - length[own].mean(), frequencies)
            for own in map(slice, windows[:-1], windows[1:])]


def mixed(own):
    def fit(people):
        person, x, y = (own.np.array(people[name], float) for name in ("person", "x", "y"))
        design = own.sm.add_constant(x)
        return own.sm.MixedLM(y, design, person, exog_re=design).fit(reml=True).fe_params

    return fit


def pyactigraphy(asked):
    import pyactigraphy as own

    own.accept_old_arguments()
    raw = own.raw_of({"name": "", "start": "2024-01-01", "step": 60, "values": asked["counts"]})
    for name in ("Sadeh", "Scripps", "Roenneberg", "Crespo"):
        yield name.lower(), getattr(raw, name), []
    yield "kRA", lambda: [raw.kRA(0), raw.kAR(0)], []
    yield "light", own.light, [asked["lux"]]


def least(function, arguments, rounds=5):
    times = []
    for _ in range(rounds):
        began = time.process_time()
        function(*arguments)
        times.append(1000 * (time.process_time() - began))
    return min(times)


if __name__ == "__main__":
    given = json.load(sys.stdin)
    json.dump({name: least(run, rest) for name, run, rest in globals()[sys.argv[1]](given) if name in sys.argv[2:]}, sys.stdout)
