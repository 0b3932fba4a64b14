"""Answers a bench line by line: "run" runs a function and says how many seconds it took, "result" says
what its last run gave, as JSON of numbers by name."""

import json
import sys
import time


def serve(functions):
    name, given = sys.argv[1:3]
    run = functions[name](given)
    print("ready", flush=True)
    found = {}
    for line in sys.stdin:
        if line.strip() == "run":
            began = time.perf_counter()
            found = run()
            print(time.perf_counter() - began, flush=True)
        else:
            print(json.dumps({k: float(v) for k, v in found.items()}), flush=True)
            return
