"""Answers of scikit-digital-health for counts, acceleration and angles, and of statsmodels for scorers."""

import numpy as np
from scipy import stats
from skdh.activity.endpoints import IntensityGradient
from skdh.preprocessing import wear_detection
from skdh.sleep.tso import get_total_sleep_opportunity
from skdh.utility import fragmentation_endpoints as fragments
from skdh.utility.internal import rle
from skdh.utility.math import DFA
from statsmodels.stats.inter_rater import aggregate_raters


class Blocks(wear_detection.AccelThresholdWearDetection):
    """Keeps the blocks of 15 minutes, before the rules that join them."""

    def _modify_wear_times(self, nonwear, *rest):
        self.blocks = nonwear
        return np.array([0]), np.array([1])


def choi(counts):
    """First and last minutes of wear. The package counts activity itself, so its function hands ours on."""
    wear_detection.get_activity_counts = lambda fs, time, accel, epoch_seconds: accel
    counts = np.repeat(np.array(counts, float)[:, None], 3, axis=1)
    detection = wear_detection.CountWearDetection(nonwear_window_min=89)  # it asks for more, the paper for 90
    wear = detection.predict(time=60.0 * np.arange(len(counts)), accel=counts, fs=1 / 60)["wear"]
    return wear.ravel().tolist()


def van_hees(axes):
    """1 for each block that was not worn, from windows that begin half a block after the record."""
    axes = np.array(axes, float)[450:]
    detection = Blocks(sd_crit=0.013, range_crit=0.05)
    detection.predict(time=np.arange(len(axes), dtype=float), accel=axes, fs=1.0)
    return detection.blocks.astype(int).tolist()


def nights(angles):
    """Start and end of the sleep period of each day, in epochs of 5 seconds."""
    angles = np.radians(np.array(angles, float))
    accel = np.column_stack([np.cos(angles), np.zeros(len(angles)), np.sin(angles)])
    found = []
    for first in range(0, len(accel), 17280):
        day = accel[first:first + 17280]
        found += [first + int(at) for at in get_total_sleep_opportunity(
            0.2, 5.0 * np.arange(len(day)), day, None, np.array([0]), np.array([len(day)]), 30, 60,
            0.13, 0.5, 10, 15.0, 0.0, 0.0, lambda angle: None)[2:]]
    return found


def gradient(values):
    endpoint = IntensityGradient()
    found = {name: np.zeros(1) for name in endpoint.name}
    endpoint.predict(found, 0, np.array([v for v in values if v is not None]) / 1000, None, 60, 1)
    endpoint.reset_cached()
    return [float(one[0]) for one in found.values()]


def bouts(values):
    """Mean length and Gini index of rest and of activity; a gap ends a bout."""
    lengths, _, states = rle(np.array([-1 if v is None else int(v > 0) for v in values]))
    return [float(of(lengths=lengths[states == state])) for state in (0, 1)
            for of in (fragments.average_duration, fragments.gini_index)]


def fluctuations(values):
    """Slopes over all boxes, up to 90 minutes and from 2 to 10 hours; mean squares over all values."""
    values, sizes = np.array(values, float), [4]
    while sizes[-1] + 4 < round(len(values) / 4):
        sizes.append(int(np.ceil(sizes[-1] * 2 ** (1 / 8))))
    sizes, found, *_ = DFA(values, box_sizes=sizes)
    found = found * np.sqrt(len(values) // sizes * sizes / len(values))
    return [float(stats.linregress(np.log(sizes[own]), np.log(found[own])).slope)
            for own in (sizes > 0, sizes <= 90, (sizes >= 120) & (sizes <= 600))]


def scorers(night):
    """Soft agreement of each scorer, epochs at which the consensus changes (Guillot 2020), and the largest share.

    -1, an epoch that is not scored, is a vote like any other, except for the share."""
    codes = np.array([[-1 if c == "." else int(c) for c in one] for one in night.values()])
    agreement = []
    for i, own in enumerate(codes):
        counts, stages = aggregate_raters(np.delete(codes, i, 0).T)
        mine = np.array([row[stages == code].sum() for row, code in zip(counts, own)])
        agreement.append(float((mine / counts.max(axis=1)).mean()))
    counts, stages = aggregate_raters(codes.T)
    is_tie = (counts == counts.max(axis=1, keepdims=True)).sum(axis=1) > 1
    found = np.where(is_tie, codes[np.argmax(agreement)], stages[counts.argmax(axis=1)])
    scored = counts[:, stages >= 0]
    return {
        "agreement": agreement,
        "changes": (np.nonzero(np.diff(found))[0] + 1).tolist(),
        "share": float((scored.max(axis=1) / scored.sum(axis=1)).mean()),
    }


def wearables(asked):
    return {
        "choi": choi(asked["counts"]),
        "vanHees": van_hees(asked["axes"]),
        "nights": nights(asked["angles"]),
        "gradient": [gradient(one) for one in asked["intensities"]],
        "bouts": [bouts(one) for one in asked["bouts"]],
        "fluctuations": [fluctuations(one) for one in asked["fluctuations"]],
        "scorers": [scorers(one) for one in asked["scorers"]],
    }
