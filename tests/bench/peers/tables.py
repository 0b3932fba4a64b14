"""The tasks of the bench in Polars, pandas, pyarrow, DuckDB and numpy, each as its experienced users
write it. A function reads its input once and returns the function to measure."""

import heapq
import io

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

from answer import serve
from job import job

ZONE = "Europe/Berlin"


def in_duckdb(path, sql):
    """A query of the file's rows, which DuckDB already holds as a table."""
    held = duckdb.connect()
    held.execute(f"SET TimeZone = '{ZONE}'")
    held.execute(f"CREATE TABLE rows AS SELECT * FROM read_parquet('{path}')")
    return lambda: held.execute(sql).to_arrow_table()


def of_polars(frame, *names):
    return {name: frame[name].to_physical().to_numpy() for name in names}


def of_pandas(frame, *names):
    return {name: frame[name].to_numpy(None if frame[name].dtype.kind in "fi" else "M8[us]") for name in names}


def of_arrow(table, *names):
    return {name: table[name].to_numpy() for name in names}


# Decoding an Arrow stream.


def decode_polars(path):
    with open(path, "rb") as file:
        body = file.read()
    return lambda: of_polars(pl.read_ipc_stream(io.BytesIO(body)), "time", "value", "other")


def decode_pandas(path):
    with open(path, "rb") as file:
        body = file.read()
    return lambda: of_pandas(pa.ipc.open_stream(body).read_pandas(), "time", "value", "other")


def decode_pyarrow(path):
    with open(path, "rb") as file:
        body = file.read()
    return lambda: of_arrow(pa.ipc.open_stream(body).read_all(), "time", "value", "other")


# Means of windows, of an ordered series and of 100 people in turn.


def resample_polars(given):
    """Quarter hours in UTC, which take a quarter of the time; local days are sums of them."""
    path, every = given.split("|")
    frame, value = pl.read_parquet(path).with_columns(pl.col("time").set_sorted()), pl.col("value")
    utc, local = (pl.col("time").dt.convert_time_zone(zone) for zone in ("UTC", ZONE))

    def run():
        quarters = frame.with_columns(utc).group_by_dynamic("time", every="15m")
        if every == "15m":
            return of_polars(quarters.agg(value.mean()), "time", "value")
        sums = quarters.agg(value.sum(), count=value.count()).with_columns(local)
        days = sums.group_by_dynamic("time", every="1d").agg(value.sum() / pl.col("count").sum())
        return of_polars(days, "time", "value")

    return run


def resample_pandas(given):
    path, every = given.split("|")
    value = pd.read_parquet(path).set_index("time")["value"]

    def run():
        found = value.resample({"15m": "15min", "1d": "D"}[every]).mean()
        return of_pandas(found.reset_index(), "time", "value")

    return run


def resample_duckdb(given):
    """Local days are sums of quarter hours: to find the date of each row takes ten times as long."""
    path, every = given.split("|")
    quarters = "time_bucket(INTERVAL '15 minutes', time)"
    day = f"timezone('{ZONE}', CAST(timezone('{ZONE}', quarter) AS DATE)::TIMESTAMP)"
    run = in_duckdb(path, {
        "15m": f"SELECT {quarters} AS time, avg(value) AS value FROM rows GROUP BY 1 ORDER BY 1",
        "1d": f"""SELECT {day} AS time, sum(value) / sum(count) AS value FROM (
            SELECT {quarters} AS quarter, sum(value) AS value, count(value) AS count FROM rows GROUP BY 1
        ) GROUP BY 1 ORDER BY 1""",
    }[every])
    return lambda: of_arrow(run(), "time", "value")


def people_polars(path):
    frame = pl.read_parquet(path).with_columns(pl.col("time").dt.convert_time_zone("UTC"))

    def run():
        found = frame.group_by_dynamic("time", every="15m", group_by="user").agg(pl.col("value").mean())
        return of_polars(found.sort("user", maintain_order=True), "time", "value")

    return run


def people_pandas(path):
    frame = pd.read_parquet(path)

    def run():
        windows = frame.groupby(["user", pd.Grouper(key="time", freq="15min")], observed=True)
        return of_pandas(windows["value"].mean().reset_index(), "time", "value")

    return run


def people_duckdb(path):
    run = in_duckdb(path, """SELECT user, time_bucket(INTERVAL '15 minutes', time) AS time, avg(value) AS value
        FROM rows GROUP BY ALL ORDER BY ALL""".replace("user", '"user"'))
    return lambda: of_arrow(run(), "time", "value")


# A function of the hour before each row.


def rolling_polars(given):
    path, reducer = given.split("|")
    frame, value = pl.read_parquet(path), pl.col("value")
    by = {"by": "time", "window_size": "1h"}
    found = {
        "mean": lambda: value.rolling_mean_by(**by),
        "min": lambda: value.rolling_min_by(**by),
        "median": lambda: value.rolling_median_by(**by),
        "p90": lambda: value.rolling_quantile_by(quantile=0.9, interpolation="linear", **by),
        "count": lambda: value.is_not_null().cast(pl.Float64).rolling_sum_by(**by),
    }[reducer]
    return lambda: of_polars(frame.select(found().alias("value")), "value")


def rolling_pandas(given):
    path, reducer = given.split("|")
    value = pd.read_parquet(path).set_index("time")["value"]

    def run():
        rolled = value.rolling("1h")
        found = rolled.quantile(0.9) if reducer == "p90" else getattr(rolled, reducer)()
        return of_pandas(found.to_frame(), "value")

    return run


def rolling_duckdb(given):
    path, reducer = given.split("|")
    function = {"mean": "avg"}.get(reducer, reducer)
    run = in_duckdb(path, f"""SELECT ({function}(value) OVER (ORDER BY time
        RANGE BETWEEN INTERVAL '3599999999 microseconds' PRECEDING AND CURRENT ROW))::DOUBLE AS value
        FROM rows ORDER BY time""")
    return lambda: of_arrow(run(), "value")


# Local dates as days, and all parts of the local time.


def dates_polars(path):
    frame = pl.read_parquet(path)
    return lambda: {"date": frame.select(pl.col("time").dt.date())["time"].to_numpy()}


def dates_pandas(path):
    """The wall clock of each instant, and its day."""
    time = pd.read_parquet(path)["time"]
    return lambda: {"date": time.dt.tz_localize(None).dt.floor("D").to_numpy().astype("M8[D]")}


def dates_duckdb(path):
    run = in_duckdb(path, f"SELECT CAST(timezone('{ZONE}', time) AS DATE) AS date FROM rows")
    return lambda: of_arrow(run(), "date")


PARTS = ("year", "month", "day", "hour", "minute", "weekday")


def parts_polars(path):
    frame, local = pl.read_parquet(path), pl.col("time").dt.replace_time_zone(None)

    def run():
        clock = frame.with_columns(local.alias("clock"))
        part = pl.col("clock").dt
        found = clock.with_columns(part.date().cast(pl.String).alias("date"), *(
            getattr(part, name)().cast(pl.Int64).alias(name) for name in PARTS))
        return of_polars(found, *PARTS)

    return run


def parts_pandas(path):
    frame = pd.read_parquet(path)

    def run():
        local = frame["time"].dt.tz_localize(None).dt
        found = frame.assign(
            date=local.strftime("%Y-%m-%d"), weekday=local.weekday + 1, **{name: getattr(local, name) for name in PARTS if name != "weekday"},
        )
        return of_pandas(found, *PARTS)

    return run


# One stage at any time, of several sources.


def merge_heap(path):
    """A sweep over the ends of spans with a heap of the open ones, as in many notebooks."""
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
        merged = pd.DataFrame(out, columns=["start", "end", "stage"])
        return of_pandas(merged, "start", "end", "stage")

    return run


def merge_numpy(path):
    """Finds the span of each source that covers each stretch between two edges, and takes the one of the
    highest priority, then the latest start. Spans of one source must not overlap, nor starts of two tie."""
    frame = pd.read_parquet(path)
    sources = list(frame.groupby("source").indices.values())
    start, end = (frame[name].to_numpy("M8[us]").astype("i8") for name in ("start_time", "end_time"))
    stage = frame["sleep_stage"].to_numpy()

    def run():
        edges = np.unique(np.concatenate([start, end]))
        at, least = edges[:-1], edges[0]
        best, found = np.full(len(at), -1), np.full(len(at), -1)
        for rows in sources:
            own = rows[np.argsort(start[rows], kind="stable")]
            span = own[np.maximum(np.searchsorted(start[own], at, "right") - 1, 0)]
            rank = np.where(stage[span] == 0, 0, np.where(stage[span] == 2, 1, 2))
            key = np.where((start[span] <= at) & (end[span] > at), (rank << 60) + start[span] - least, -1)
            found, best = np.where(key > best, stage[span], found), np.maximum(key, best)
        new = np.flatnonzero((found != -1) & (np.diff(found, prepend=-1) != 0))
        last = np.flatnonzero((found != -1) & (np.diff(found, append=-1) != 0))
        return {"start": at[new], "end": edges[1:][last], "stage": found[new]}

    return run


def merge_polars(path):
    """The same with an as-of join for each source."""
    frame = pl.read_parquet(path)
    rank = pl.when(pl.col("sleep_stage") == 0).then(0).when(pl.col("sleep_stage") == 2).then(1).otherwise(2)
    bits = 1 << 57

    def run():
        at = pl.col("at")
        spans = frame.lazy().select(
            "source", "end_time", at=pl.col("start_time"),
            key=(rank.cast(pl.Int64) * bits + pl.col("start_time").to_physical()) * 8 + pl.col("sleep_stage"))
        edges = pl.concat([spans.select("at"), spans.select(at=pl.col("end_time"))]).unique().sort("at")
        for i, source in enumerate(frame["source"].unique()):
            own = spans.filter(pl.col("source") == source).drop("source").sort("at")
            edges = edges.join_asof(own, on="at").with_columns(
                pl.when(pl.col("end_time") > at).then("key").alias(f"key {i}")).drop("key", "end_time")
        stage = pl.max_horizontal(pl.col("^key .*$")).mod(8)
        found = edges.select("at", stage=stage, until=at.shift(-1)).with_columns(
            run=pl.col("stage").rle_id()).filter(pl.col("stage").is_not_null()).group_by(
            "run", maintain_order=True).agg(pl.col("at").first(), pl.col("until").last(), pl.col("stage").first())
        merged = found.rename({"at": "start", "until": "end"}).collect()
        return of_polars(merged, "start", "end", "stage")

    return run


# Shares and Cohen's kappa of two hypnograms.


def kappa(table):
    table = table / table.sum()
    expected = (table.sum(0) * table.sum(1)).sum()
    accuracy = np.trace(table)
    return {"accuracy": accuracy, "kappa": (accuracy - expected) / (1 - expected)}


def agreement_pandas(path):
    frame = pd.read_parquet(path)
    return lambda: kappa(pd.crosstab(frame["sleep_stage"], frame["other"]).to_numpy())


def agreement_numpy(path):
    frame = pd.read_parquet(path)
    a, b = frame["sleep_stage"].to_numpy(), frame["other"].to_numpy()
    return lambda: kappa(np.bincount(a * 8 + b, minlength=64).reshape(8, 8))


serve({
    **{name: task for name, task in globals().items() if name.split("_")[0] in (
        "decode", "resample", "people", "rolling", "dates", "parts", "merge", "agreement")},
    "job": job,
})
