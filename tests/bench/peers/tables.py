"""What pandas and Polars for Python take for the same frames, requests for the same service, as one would write it."""

import heapq
import io

import numpy as np
import pandas as pd
import polars as pl

from answer import serve
from job import job


def arrow(path):
    with open(path, "rb") as file:
        body = file.read()

    def run():
        return {"rows": pl.read_ipc_stream(io.BytesIO(body)).height}

    return run


def resample(path):
    """To local 15 minutes, by pandas."""
    frame = pd.read_parquet(path).set_index("time")

    def run():
        found = frame["value"].resample("15min").mean()
        return {"rows": found.notna().sum(), "sum": found.sum()}

    return run


def resample_by(path):
    frame = pd.read_parquet(path)

    def run():
        found = frame.groupby(["user", pd.Grouper(key="time", freq="15min")], observed=True)["value"].mean()
        return {"sum": found.sum()}

    return run


def resample_days(path):
    frame = pd.read_parquet(path).set_index("time")

    def run():
        found = frame["value"].resample("D").mean()
        return {"rows": found.notna().sum(), "sum": found.sum()}

    return run


def rolling(reducer):
    def prepare(given):
        path, window = given.split("|")
        value = pd.read_parquet(path).set_index("time")["value"]

        def run():
            rolled = value.rolling(window)
            found = rolled.quantile(0.9) if reducer == "p90" else getattr(rolled, reducer)()
            return {"sum": found.sum()}

        return run

    return prepare


def merge(path):
    """A sweep over the ends of spans with a heap of those that are open, as in many notebooks."""
    frame = pd.read_parquet(path)
    rank = {0: 0, 2: 1}

    def run():
        spans = frame.sort_values("start_time", kind="stable")
        starts = spans["start_time"].astype("int64").to_numpy().tolist()
        ends = spans["end_time"].astype("int64").to_numpy().tolist()
        stages = spans["sleep_stage"].to_numpy().tolist()
        sources = spans["source"].tolist()
        edges = sorted(set(starts) | set(ends))
        heap, row, out = [], 0, []
        for at, until in zip(edges, edges[1:]):
            while row < len(starts) and starts[row] <= at:
                s = stages[row]
                key = (-rank.get(s, 2), -starts[row], ends[row], -min(s, 2) + (s == 2), sources[row])
                heapq.heappush(heap, (key, ends[row], s))
                row += 1
            while heap and heap[0][1] <= at:
                heapq.heappop(heap)
            if heap:
                s = heap[0][2]
                if out and out[-1][1] == at and out[-1][2] == s:
                    out[-1][1] = until
                else:
                    out.append([at, until, s])
        merged = pd.DataFrame(out, columns=["start_time", "end_time", "sleep_stage"])
        unit = 1_000_000
        return {"spans": len(merged), "seconds": (merged["end_time"] - merged["start_time"]).sum() / unit}

    return run


def agreement(path):
    """Shares and Cohen's kappa from a cross table."""
    frame = pd.read_parquet(path)

    def run():
        table = pd.crosstab(frame["sleep_stage"], frame["other"]).to_numpy() / len(frame)
        expected = (table.sum(0) * table.sum(1)).sum()
        accuracy = np.trace(table)
        return {"accuracy": accuracy, "kappa": (accuracy - expected) / (1 - expected)}

    return run


def date_parts(path):
    frame = pd.read_parquet(path)

    def run():
        local = frame["time"].dt
        found = frame.assign(
            date=local.strftime("%Y-%m-%d"), year=local.year, month=local.month, day=local.day,
            hour=local.hour, minute=local.minute, weekday=local.weekday + 1,
        )
        return {"hours": found["hour"].sum(), "weekdays": found["weekday"].sum()}

    return run


def read_csv(path):
    def run():
        return {"rows": len(pd.read_csv(path, parse_dates=["time"]))}

    return run


serve({
    "arrow": arrow, "resample": resample, "resample_by": resample_by, "resample_days": resample_days,
    "merge": merge, "agreement": agreement, "date_parts": date_parts, "read_csv": read_csv, "job": job,
    **{f"rolling_{name}": rolling(name) for name in ("mean", "min", "median", "p90", "count")},
})
