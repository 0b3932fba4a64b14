"""Daily means of the heart rates of a cohort's folder, in each person's zone, in DuckDB or Polars:
peers.py FOLDER NAME. Prints JSON: CPU seconds, peak memory in MB, and rows of person, local date,
mean value and mean number of steps."""

import json
import resource
import sys

import duckdb
import polars as pl

folder, name = sys.argv[1:]
FILES = f"{folder}/heart_rate/**/*.parquet"
PEOPLE = f"{folder}/people/*.parquet"


def in_duckdb():
    return duckdb.execute(f"""
        SELECT person, strftime(timezone(zone, time), '%Y-%m-%d') AS day, avg(value), avg(steps)
        FROM read_parquet('{FILES}', hive_partitioning = false) AS rates
        JOIN read_parquet('{PEOPLE}') AS people USING (person) GROUP BY 1, 2 ORDER BY 1, 2""").fetchall()


def in_polars():
    rows = pl.scan_parquet(FILES, hive_partitioning=False)
    parts = [
        rows.join(own.lazy().select("person"), on="person")
        .group_by("person", pl.col("time").dt.convert_time_zone(zone).dt.date().alias("day"))
        .agg(pl.col("value").mean(), pl.col("steps").mean())
        for (zone,), own in pl.read_parquet(PEOPLE).group_by("zone")
    ]
    return [(who, str(day), *rest) for who, day, *rest in
            pl.concat(pl.collect_all(parts)).sort("person", "day").rows()]


def spent():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


before = spent()
rows = {"DuckDB": in_duckdb, "Polars": in_polars}[name]()
cpu = spent() - before
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"cpu": cpu, "peak": peak, "rows": rows}))
