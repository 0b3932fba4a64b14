"""A year of daily steps, its last two months compared, thirty nights with their statistics, the usual
way: a request a day in a pool of threads, JSON into pandas.

Given: the address, a token, the user and the day before which all lies, with bars between.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import requests

ASLEEP = [1, 3, 4, 5]


def job(given):
    address, token, user, until = given.split("|")
    tz = "Europe/Berlin"

    def run():
        # begin of the user's lines
        session = requests.Session()
        session.headers["Authorization"] = f"Bearer {token}"
        days = pd.date_range(end=pd.Timestamp(until, tz=tz), periods=366, freq="D")

        def get(path, start, end, **more):
            params = {"start_time": start.isoformat(), "end_time": end.isoformat(), "output": "jscolumns", **more}
            answer = session.get(f"{address}/data/v0/{user}/{path}", params=params)
            answer.raise_for_status()
            return pd.DataFrame(answer.json())

        def steps_of(day):
            found = get("metric_time_series", day, day + pd.DateOffset(days=1), metric="StepCount", samprate="3600")
            return found["step_count"].sum()

        def night_of(day):
            noon = day - pd.DateOffset(hours=12)
            found = get("sleep_stages", noon, noon + pd.DateOffset(days=1))
            found["start_time"] = pd.to_datetime(found["start_time"], format="ISO8601")
            found["end_time"] = pd.to_datetime(found["end_time"], format="ISO8601")
            found["minutes"] = (found["end_time"] - found["start_time"]).dt.total_seconds() / 60
            asleep = found[found["sleep_stage"].isin(ASLEEP)]
            period = asleep["end_time"].max() - asleep["start_time"].min()
            tst = asleep["minutes"].sum()
            return {"TST": tst, "WASO": period.total_seconds() / 60 - tst}

        with ThreadPoolExecutor(8) as pool:
            steps = pd.Series(list(pool.map(steps_of, days[:-1])), index=days[:-1])
            nights = pd.DataFrame(list(pool.map(night_of, days[-30:])))
        a, b = steps.iloc[-60:-30], steps.iloc[-30:]
        difference = b.mean() - a.mean()
        both, rng = np.concatenate([a, b]), np.random.default_rng(1)
        drawn = [rng.permutation(both) for _ in range(9999)]
        p = np.mean([abs(one[len(a):].mean() - one[:len(a)].mean()) >= abs(difference) for one in drawn])
        # end of the user's lines
        return {"steps": steps.sum(), "difference": difference, "nights": len(nights), "p": p}

    return run
