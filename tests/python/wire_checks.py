"""Checks a served service against the interface. Use: wire_checks.py URL TOKEN USER WORDS-AS-JSON"""

import datetime
import json
import sys
import uuid

from wire_client import Wire

ORIGIN = "https://notebook.example.org"
BASES = {
    "moment": ("event", "MomentAnnotation"),
    "duration": ("event", "DurationAnnotation"),
    "people": ("event", "PeopleAnnotation"),
    "boolean": ("metric", "BooleanAnnotation"),
    "numeric": ("metric", "NumericAnnotation"),
    "scale": ("metric", "ScaleAnnotation"),
}
SPECS = {
    "moment": {},
    "people": {},
    "duration": {"measurement_spec": {"measurement_type": "duration"}},
    "boolean": {"measurement_spec": {"measurement_type": "boolean", "boolean": {}}},
    "numeric": {
        "measurement_spec": {"measurement_type": "volume", "unit": "millileter", "volume": {}}
    },
    "scale": {
        "measurement_spec": {
            "measurement_type": "scale",
            "scale": {"min_allowed": 1, "max_allowed": 5},
        },
        "spec": {
            "scale": {"label_mapping": {"mapping_type": "string", "string": {"mapping": {}}}}
        },
    },
}
VALUES = {"boolean": True, "numeric": 250, "scale": 3}
DAY = {"start_time": "2031-05-05T00:00:00Z", "end_time": "2031-05-06T00:00:00Z"}
SAMPLE = {"start_time": "2025-02-20T00:00Z", "end_time": "2025-03-21T00:00Z"}

faults, passed = [], 0


def check(what, holds, seen=""):
    global passed
    if holds:
        passed += 1
    else:
        faults.append(f"{what}: {str(seen)[:300]}")


def same(what, seen, wanted):
    check(what, seen == wanted, f"{seen!r}, not {wanted!r}")


def annotations(wire):
    w = wire.word
    for kind, (family, base) in BASES.items():
        body = {"annotation_type": kind, "name": f"Wire {kind}", "description": "", "tags": []}
        row = wire.post("/user/v1alpha1/annotation", {**body, **SPECS[kind]}).json
        source = row[w("svc_source_id")]
        same(f"{kind} source", source, f"com.{w('svc')}.annotation.{row['id']}")
        of = f"{base}/{row['id']}"
        entry = wire.get("/data/v1/catalog", {"data_type": of}).json[0]
        same(f"{kind} entry", (entry["api_version"], entry["class"]), ("v1alpha1", family))
        check(f"{kind} category", "user_configured" in entry["categories"], entry["categories"])
        bases = {e["id"]: e for e in wire.get("/data/v1/catalog", {"category": "base_type"}).json}
        check(f"{base} is a base type", base in bases, list(bases))
        same(f"{base} version", bases[base]["api_version"], "v1alpha1")
        check(
            f"schema of {kind}",
            "properties" in wire.get(f"/data/v1/catalog/{of}/v1alpha1/schema").json,
        )
        value = {"value": VALUES[kind]} if kind in VALUES else {}
        when = {"start_time": "2031-05-05T08:00:00Z", "end_time": "2031-05-05T09:00:00Z"}
        record = {"recorded_at": when if kind == "duration" else "2031-05-05T08:00:00Z", **value}
        same(f"ingest {kind}", wire.ingest(of, [record]).status, 201)
        query = {**DAY, "filter": f"source_id:{source}"}
        rows = wire.get(f"/data/v1alpha1/{family}/{base}", query).json
        same(f"records of {base} by source", len(rows), 1)
        same(f"{of} has the same", wire.get(f"/data/v1alpha1/{family}/{of}", DAY).json, rows)
        one = rows[0]
        same(f"{kind} source_name", one["source_name"], "Annotation")
        same(f"{kind} last source", one["sources"][-1], source)
        wanted = "id name description annotation_type spec measurement_spec tags created_at"
        for field in f"{wanted} updated_at deleted_at".split():
            same(f"{kind} metadata {field}", one["metadata"].get(field), row[field])
        if kind in VALUES:
            same(f"{kind} value", one["value"], VALUES[kind])
            same(f"{kind} unit", one["unit"], "millileter" if kind == "numeric" else None)
            query = [*DAY.items(), *(("function", f) for f in ("sum", "avg", "min", "max"))]
            windows = wire.get(f"/data/v1alpha1/metric/{of}/agg/day", query).json
            number = float(VALUES[kind])
            same(
                f"{kind} aggregate",
                [windows[0][f] for f in ("sum", "avg", "min", "max")],
                [number] * 4,
            )
            metric = [m for m in wire.get("/data/v0/metrics_catalog").json if m["name"] == of]
            same(f"{kind} is a metric", len(metric), 1)
            series = wire.get(
                "/data/v0/{me}/metric_time_series",
                {**DAY, "metric": of, "output": "jscolumns", "samprate": "1d"},
            ).json
            same(f"{kind} series", series[metric[0]["value_column"]], [number])
        if kind == "duration":
            same("a span", (one["start_time"], one["end_time"]), tuple(when.values()))
        csv = wire.get(f"/data/v1alpha1/{family}/{of}", {**DAY, "format": "csv"}).content.decode()
        check(f"csv of {kind}", csv.count(source) >= 2, csv)
        wire.call("DELETE", f"/user/v1alpha1/annotation/{row['id']}")
        same(f"deleted {kind}", wire.get(f"/data/v1/catalog/{of}/v1alpha1").status, 404)
    same("Annotation is gone", wire.get("/data/v1alpha1/event/Annotation", DAY).status, 404)


def catalog(wire):
    entries = {entry["id"]: entry for entry in wire.get("/data/v1/catalog").json}
    heart = entries["HeartRate"]
    same("HeartRate", (heart["api_version"], heart["class"]), ("v0", "metric"))
    for version, status in (("v0", 200), ("v1", 200), ("v1alpha1", 404), ("v2", 422)):
        for end in ("", "/schema"):
            path = f"/data/v1/catalog/HeartRate/{version}{end}"
            same(path, wire.get(path).status, status)
    check("health category", wire.word("health_sdk") in heart["categories"], heart["categories"])
    own = wire.post("/input/v1/data_type/Event", {"name": "W", "description": ""}).json
    same("own type", (own["api_version"], own["class"]), ("v1", "event"))
    schema = wire.get("/data/v1/catalog/StepCount/v1/schema").json
    check("no time is required", "start_time" not in schema.get("required", []), schema)
    same("recorded_at", wire.ingest("StepCount", [{"recorded_at": DAY["start_time"], "value": 1}]).status, 201)
    before = datetime.datetime.now(datetime.timezone.utc)
    record = str(uuid.uuid4())
    same("no time", wire.ingest("AgentLoop", [{"id": record}]).status, 201)
    query = {
        "start_time": (before - datetime.timedelta(minutes=1)).isoformat(),
        "end_time": (before + datetime.timedelta(minutes=5)).isoformat(),
    }
    ids = [row["id"] for row in wire.get("/data/v1alpha1/event/AgentLoop", query).json]
    check("a record without a time is of now", record in ids, ids)
    end_only = wire.ingest("AgentLoop", [{"end_time": DAY["end_time"]}])
    same("an end alone", end_only.status, 422)
    latest = wire.get("/data/v1/records", {"q": "AgentLoop"}).lines
    same("the latest record", latest[0]["id"], record)


def shares(wire):
    path, field = "/user/v1alpha1/datashares", wire.word("svc_user_name")
    body = {"datashare_name": "Pulse", wire.word("svc_data_types"): ["HeartRate"]}
    refused = wire.post(path, body)
    same("a share without a name", refused.status, 422)
    same("its place", refused.json["detail"][0]["loc"], ["body", field])
    body[field] = "Kim"
    unknown = {"group_permissions": [{"allowed_group_id": str(uuid.uuid4())}]}
    same("an unknown group", wire.post(path, {**body, **unknown}).status, 400)
    share = wire.post(path, body).json["datashare"]["datashare_id"]
    changed = wire.call("PUT", f"/user/v1alpha1/datashare/{share}", body={"datashare_name": "P"})
    location = changed.headers.get("Location")
    same("a change", (changed.status, location), (303, f"/user/v1alpha1/datashare/{share}"))
    same("the share", wire.get(location).json["datashare_name"], "P")
    same("its id", wire.get(path).json[0]["datashare_id"], share)
    same("its end", wire.call("DELETE", f"/user/v1alpha1/datashare/{share}").status, 204)


def sample(wire):
    visits = wire.get("/data/v0/{me}/mobile_location_visits", SAMPLE).json
    check("an unknown end", any(v["departure_date"] > "4000" for v in visits), visits[-1:])
    year = {"start_time": "2024-03-21T00:00Z", "end_time": "2025-02-20T00:00Z"}
    visits = wire.get("/data/v0/{me}/mobile_location_visits", year).json
    if visits:
        check("an unknown arrival", any(v["arrival_date"] < "0002" for v in visits))
    available = wire.get("/data/v1alpha1/data_available", SAMPLE).json
    types = {each["data_type"]: each for each in available}
    visit = types["MobileLocationVisit"]
    check("real ends", "2024" < visit["start_time"] < visit["end_time"] < "2026", visit)
    check("food energy", "CaloriesConsumed" in types, list(types))
    for kind, (_, base) in BASES.items():
        check(f"sample has {kind}", any(t.startswith(f"{base}/") for t in types), list(types))
    meals = wire.get("/data/v0/{me}/metric_samples", {**SAMPLE, "metric": "CaloriesConsumed"}).json
    source = "name version productType operatingSystemVersion sourceBundleIdentifier".split()
    device = "name model manufacturer hardwareVersion softwareVersion".split()
    same("source properties", list(meals[0]["source_properties"]), source)
    same("device properties", list(meals[0]["device_properties"]), device)
    workouts = wire.get("/data/v0/{me}/mobile_workouts", SAMPLE).json
    check("workout metrics", "HKAverageMETs" in workouts[0]["extras"], workouts[0]["extras"])
    events = wire.get("/data/v0/{me}/calendar_events", SAMPLE).json
    check("an event of a whole day", any(e["is_all_day"] for e in events))
    check("an organizer", any(e["organizer"] for e in events))
    at = {"time": SAMPLE["end_time"], "window_size": "864000", "include_after": "True"}
    place = wire.get("/data/v0/{me}/location_at_time", at).json
    check("a location source", place[0]["location_source"] in ("mobile", wire.word("mobile"), wire.word("map_service")), place)
    arrow = wire.get(
        "/data/v0/{me}/metric_time_series",
        {**DAY, "metric": "HeartRate", "output": "arrow"},
    )
    check("an Arrow file", arrow.content.startswith(b"ARROW1") and arrow.proves_whole())


def http(wire):
    plain, packed = (
        wire.get("/data/v1/catalog", headers=headers)
        for headers in ({"Accept-Encoding": "identity"}, {"Accept-Encoding": "gzip"})
    )
    same("the coding", packed.headers.get("Content-Encoding"), "gzip")
    check("digests", plain.proves_whole() and packed.proves_whole(), packed.headers)
    same("the same JSON", packed.json, plain.json)
    check("it is shorter", len(packed.body) < len(plain.body) / 5)
    asked = {"Origin": ORIGIN, "Access-Control-Request-Method": "GET"}
    leave = wire.call("OPTIONS", "/data/v1/catalog", headers=asked, token=False)
    same("a preflight", (leave.status, leave.headers.get("Access-Control-Allow-Origin")), (204, ORIGIN))
    asked["Origin"] = "https://other.example.org"
    leave = wire.call("OPTIONS", "/data/v1/catalog", headers=asked, token=False)
    same("another origin", leave.headers.get("Access-Control-Allow-Origin"), None)
    document = wire.get("/openapi.json", token=False).json
    for path, item in document["paths"].items():
        for method, operation in item.items():
            queried = [p["name"] for p in operation.get("parameters", []) if p["in"] == "query"]
            types = operation["responses"].get("200", {}).get("content", {})
            if "output" in queried or operation.get("deprecated"):
                continue
            check(f"csv of {method} {path}", ("text/csv" in types) == ("format" in queried), types)
    same("zones", document["components"]["schemas"]["TimeZone"]["type"], "string")
    check("named models", len(document["components"]["schemas"]) > 40)
    wrong = wire.get("/data/v0/{me}/location_at_time", {"time": "2025-01-01", "window_size": str(2**55)})
    check("a large integer", wrong.status == 422 and "integer" not in wrong.json["detail"][0]["msg"], wrong.json)


url, token, user, words = sys.argv[1:5]
client = Wire(url, token, user, json.loads(words))
for part in (annotations, catalog, shares, sample, http):
    part(client)
print(f"{passed} checks hold")
for fault in faults:
    print(f"does not hold: {fault}")
sys.exit(1 if faults else 0)
