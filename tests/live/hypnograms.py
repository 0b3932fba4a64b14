"""Answers of yasa and mne for epochs, files and pairs of scored nights."""

import base64
import os
import tempfile

import mne
import numpy as np
import yasa

STAGES = {-1: "UNS", 0: "WAKE", 1: "N1", 2: "N2", 3: "N3", 4: "REM"}
CODES = {name: code for code, name in STAGES.items()} | {"W": 0, "R": 4, "?": -1}


def hypnogram(codes, **given):
    return yasa.Hypnogram([STAGES[code] for code in codes], freq="30s", **given)


def integers(night):
    return [max(code, -1) for code in night.as_int().tolist()]  # unscored is -2 there


def epochs(codes):
    """A night in half epochs, without its ends, and longer than the recording."""
    night = hypnogram(codes)
    return [integers(night.upsample("15s")), integers(night.crop(7, len(codes) - 5)), integers(night.pad(3, 2))]


def periods(codes):
    """Code, first epoch and number of epochs of each run of a stage."""
    found = hypnogram(codes).find_periods(threshold="0min")
    return [[CODES[stage], int(start), int(length)] for stage, start, length in found.to_numpy()]


def in_file(content, suffix, read):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "night" + suffix)
        with open(path, "wb") as file:
            file.write(content)
        return read(path)


def written(codes):
    """A night as yasa writes it: JSON, and events with tabs."""
    night = hypnogram(codes, start="2024-03-30 22:30:00", tz="Europe/Berlin", scorer="Anna")

    def text(path):
        night.to_json(path)
        with open(path) as file:
            return file.read()

    return {"json": in_file(b"", ".json", text), "events": night.as_events().to_csv(sep="\t")}


def read(edf, json):
    """Codes of epochs that mne reads from EDF+, and yasa from JSON."""

    def annotations(path):
        found = mne.read_annotations(path)
        names = [text.removeprefix("Sleep stage ") for text in found.description]
        counts = np.round(found.duration / 30).astype(int)
        return np.repeat([CODES[name] for name in names], counts).tolist()

    return {
        "edf": in_file(base64.b64decode(edf), ".edf", annotations),
        "json": in_file(json.encode(), ".json", lambda path: integers(yasa.Hypnogram.from_json(path))),
    }


def pairs(nights):
    """Means over people by stage: sensitivity, specificity, PPV and NPV; accuracy and kappa of each person."""
    stages = [[STAGES[code] for code in side] for side in ([*one] for pair in nights for one in pair)]
    nights = [yasa.Hypnogram(side, freq="30s", scorer=name) for side, name in zip(stages, ["lab", "watch"] * len(nights))]
    agreement = yasa.EpochByEpochAgreement(nights[::2], nights[1::2])
    by_stage = agreement.get_agreement_bystage().groupby("stage")[["recall", "specificity", "precision", "npv"]].mean()
    return {stage: (row / 100).tolist() for stage, row in by_stage.iterrows()}


def hypnograms(asked):
    return {
        "epochs": epochs(asked["codes"]),
        "periods": periods(asked["codes"]),
        "written": written(asked["codes"]),
        "read": read(asked["edf"], asked["yasa"]),
        "pairs": pairs(asked["pairs"]),
    }
