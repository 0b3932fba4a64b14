"""Answers a bench line by line: "run" runs a function and reports its seconds of wall and CPU time,
"result" returns what its last run found, by name: numbers, and digests of the bytes of columns."""

import hashlib
import json
import sys
import time

import numpy as np


def plain(found):
    """Integers, instants and days as 64-bit integers, other numbers as 64-bit floats, missing as NaN."""
    if isinstance(found, (int, float, np.number)):
        return float(found)
    column = np.ma.filled(found, np.nan) if isinstance(found, np.ma.MaskedArray) else np.asarray(found)
    if column.dtype.kind == "M" and column.dtype.str[3:] != "[D]":
        column = column.astype("datetime64[us]")
    wide = column.astype("<f8" if column.dtype.kind == "f" else "<i8")
    return hashlib.sha256(np.ascontiguousarray(wide)).hexdigest()


def serve(functions):
    name, given = sys.argv[1:3]
    run = functions[name](given)
    print("ready", flush=True)
    found = {}
    for line in sys.stdin:
        if line.strip() == "run":
            began, worked = time.perf_counter(), time.process_time()
            found = run()
            print(time.perf_counter() - began, time.process_time() - worked, flush=True)
        else:
            print(json.dumps({k: plain(v) for k, v in found.items()}), flush=True)
            return
