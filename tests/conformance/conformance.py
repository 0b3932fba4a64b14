"""Drives a service of the interface over HTTP, as its clients do. Needs Python 3.10 and nothing else.

python3 tests/conformance/conformance.py BASE_URL TOKEN TOKEN [ROW...]

The tokens are of two different users. The cases add records, types, shares and groups, and remove them.
Each case names the rows of facts.md that it checks; with rows, only their cases run. The exit code
is 1 if a case fails.
"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

NOWHERE = "00000000-0000-4000-8000-0000000000ff"
RANGE = {"start_time": "2025-02-10T00:00:00Z", "end_time": "2025-02-11T00:00:00Z"}


class Failure(Exception):
    """A fact that does not hold."""


class User:
    """A user of the service; `send` returns the status and the body."""

    def __init__(self, base, token):
        self.base, self.token = base.rstrip("/"), token
        self.id = None

    def send(self, method, path, body=None, query=None, lines=False):
        url = self.base + path
        if query:
            pairs = [(k, v) for k, vs in query.items() for v in (vs if isinstance(vs, list) else [vs])]
            url += "?" + urllib.parse.urlencode(pairs)
        data, headers = None, {"User-Agent": "conformance/1.0 python"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            data = ("\n".join(map(json.dumps, body)) if lines else json.dumps(body)).encode()
            headers["Content-Type"] = "application/x-jsonl" if lines else "application/json"
        elif method in ("POST", "PUT", "PATCH"):
            data = b""
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, parse(response.read())
        except urllib.error.HTTPError as error:
            return error.code, parse(error.read())

    def get(self, path, **query):
        return self.ok("GET", path, query=query)

    def ok(self, method, path, body=None, query=None, lines=False):
        status, answer = self.send(method, path, body, query, lines)
        if not 200 <= status < 300:
            raise Failure(f"{method} {path} {query or ''}: {status} {answer}")
        return answer

    def records(self, selector, **query):
        """The records of a type around noon of the tenth of February 2025, by the v1 query."""
        q = f'{{__name__="{selector}"}}[86400s] @ 1739232000'
        text = self.get("/data/v1/records", q=q, **query)
        if isinstance(text, dict):  # one line of JSON
            return [text]
        return [json.loads(line) for line in (text or "").splitlines() if line]


def parse(raw):
    text = raw.decode()
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text


def equal(actual, expected, what):
    if actual != expected:
        raise Failure(f"{what}: {actual!r}, expected {expected!r}")


def check(condition, what):
    if not condition:
        raise Failure(what)


CASES = []


def case(*rows):
    def add(function):
        CASES.append((rows, function))
        return function
    return add


def record(**more):
    at = {"start_time": "2025-02-10 12:00:00.123456+00:00", "sources": ["com.example.kit"]}
    return {"id": str(uuid.uuid4()), **at, **more}


def delete(user, one, data_type, version):
    body = {"record_id": one["id"], "data_type": data_type}
    path = "/ingest/v1/record/DeletedRecord"
    equal(user.send("POST", path, [body], {"api_version": version}, True)[0], 201, "a deletion")


@case("E1")
def no_token(a, b):
    status, answer = User(a.base, None).send("GET", "/user/v1/group")
    equal(status, 401, "without a token")
    check("detail" in answer, f"an error has a detail: {answer}")


@case("C1", "C2", "C3", "W1", "W2", "W3")
def built_in(a, b):
    (entry,) = a.get("/data/v1/catalog", data_type="HeartRate")
    equal(entry["svc_userid"], a.id, "the owner of a built-in type")
    for version in ("v1", "v1alpha1"):
        schema = a.get(f"/data/v1/catalog/DeletedRecord/{version}/schema")
        check(isinstance(schema, dict), "the schema of tombstones is an object")
    one = record(value=61)
    path = "/ingest/v1/record/HeartRate"
    equal(a.send("POST", path, [one], {"api_version": entry["api_version"]}, True)[0], 201, "a record")
    found = [r for r in a.records("HeartRate", svc_userid=entry["svc_userid"]) if r["id"] == one["id"]]
    equal(len(found), 1, "the record read back")
    equal(found[0]["sources"], one["sources"], "its sources")
    equal(found[0]["start_time"][:19], "2025-02-10T12:00:00", "its start")
    for _ in range(2):
        delete(a, one, "HeartRate", "v1")
        check(one["id"] not in [r["id"] for r in a.records("HeartRate")], "the record is deleted")


@case("T1", "T2", "C2", "C3", "W1", "W3")
def own_type(a, b):
    schema = {"type": "object", "properties": {"cups": {"type": "integer"}}}
    for base, fields in (("Event", {}), ("Metric", {"value": 2})):
        body = {"name": "Kit", "description": "Made by the kit"}
        if base == "Event":
            body["record_spec"] = {"schema": json.dumps(schema)}
            fields = {"cups": 2}
        entry = a.ok("POST", f"/input/v1/data_type/{base}", body)
        check(entry["id"].startswith(f"{base}/"), f"the id of a type: {entry['id']}")
        equal(a.get("/data/v1/catalog", data_type=entry["id"])[0]["id"], entry["id"], "the entry")
        a.get(f"/data/v1/catalog/{entry['id']}/{entry['api_version']}/schema")
        one = record(**fields)
        a.ok("POST", f"/ingest/v1/record/{entry['id']}", [one], {"api_version": "v1"}, True)
        equal([r["id"] for r in a.records(entry["id"])], [one["id"]], "the record read back")
        for _ in range(2):
            delete(a, one, base, entry["api_version"])
            equal(a.records(entry["id"]), [], "records after the deletion by base type")
        a.ok("PUT", f"/input/v1/data_type/{entry['id']}", {"deprecated": True})
        equal(a.get("/data/v1/catalog", data_type=entry["id"]), [], "an archived type")
        a.ok("PUT", f"/input/v1/data_type/{entry['id']}", {"deprecated": False})
        equal(len(a.get("/data/v1/catalog", data_type=entry["id"])), 1, "a restored type")
        a.ok("PUT", f"/input/v1/data_type/{entry['id']}", {"deprecated": True})


def share_body(a, b, **more):
    body = {"datashare_name": "kit", "svc_user_name": a.id, "time_start": None, "share_all_data": False}
    body |= {"time_end": "2030-01-01T00:00:00+00:00", "svc_data_types": ["HeartRate"]}
    return body | {"permissions": [{"allowed_svc_userid": b.id}]} | more


@case("S1", "S2", "S3", "S4", "D1", "D2", "D3", "D4")
def shares(a, b):
    before = a.get("/user/v1/datashare")
    unknown = share_body(a, b, group_permissions=[{"allowed_group_id": NOWHERE}])
    status, answer = a.send("POST", "/user/v1/datashare", unknown)
    equal(status, 400, "a share to an unknown group")
    check(NOWHERE in str(answer["detail"]), "the error names the group")
    equal(a.get("/user/v1/datashare"), before, "shares after a refused one")
    group = new_group(a)
    member = f"/user/v1/group/{group['id']}/membership"
    b.ok("POST", member)
    groups = [{"allowed_group_id": group["id"]}]
    share = a.ok("POST", "/user/v1/datashare", share_body(a, b, group_permissions=groups))["datashare"]
    path = f"/user/v1/datashare/{share['datashare_id']}"
    listed = [s for s in a.get("/user/v1/datashare") if s["datashare_id"] == share["datashare_id"]]
    equal(listed, [a.get(path)], "the list and the single GET")
    equal(a.send("GET", f"/user/v1/datashare/{NOWHERE}")[0], 404, "an unknown share")
    own, *others = b.get("/user/v1/dataset")
    keys = ("grant_id", "datashare_id", "grant_type", "sharing_svc_userid", "svc_data_types", "share_all_data")
    equal([own[k] for k in keys], [None, None, "self", b.id, [], True], "the own entry")
    mine = {g["grant_type"]: g for g in others if g["datashare_id"] == share["datashare_id"]}
    equal(sorted(mine), ["group", "user"], "the grants of one share")
    equal(mine["group"]["group_id"], group["id"], "the group of a grant")
    types = lambda who, of, **window: who.get(f"/user/v1/shared/{of}/data_types", **(RANGE | window))
    equal(types(a, a.id), {"all_data_types": True, "svc_data_types": []}, "the own types")
    equal(types(b, NOWHERE), {"all_data_types": False, "svc_data_types": []}, "a stranger's types")
    equal(types(b, a.id)["svc_data_types"], ["HeartRate"], "the shared types")
    until = types(b, a.id, end_time="2030-01-01T00:00:00Z")
    equal(until["svc_data_types"], [], "a window that ends with the share")
    equal(b.send("DELETE", f"/user/v1/dataset/{mine['group']['grant_id']}")[0], 404, "a group's grant")
    a.ok("DELETE", f"/user/v1/dataset/{mine['group']['grant_id']}")
    b.ok("DELETE", f"/user/v1/dataset/{mine['user']['grant_id']}")
    left = [g for g in b.get("/user/v1/dataset") if g["datashare_id"] == share["datashare_id"]]
    equal(left, [], "grants after both were ended")
    a.ok("PUT", path, {"permissions": [{"allowed_svc_userid": b.id}], "time_end": None, "svc_data_types": None})
    share = a.get(path)
    equal([share["time_end"], share["svc_data_types"]], [None, ["HeartRate"]], "a share after null")
    read = ("GET", f"/data/v0/{a.id}/metric_samples")
    equal(b.send(*read, query=RANGE | {"metric": "HeartRate"})[0], 200, "reading what is shared")
    a.ok("PUT", path, {"svc_data_types": []})
    equal(a.get(path)["svc_data_types"], [], "types after []")
    a.ok("PUT", path, {"svc_data_types": ["HeartRate"]})
    a.ok("DELETE", path)
    equal(b.send(*read, query=RANGE | {"metric": "HeartRate"})[0], 403, "reading after the share's end")
    a.ok("DELETE", f"/user/v1/group/{group['id']}")


@case("D5", "G11")
def own_groups(a, b):
    groups = [new_group(a, svc_data_types=types) for types in (["HeartRate"], [])]
    joined = [[who.ok("POST", f"/user/v1/group/{g['id']}/membership") for g in groups] for who in (a, b)]
    ids = [one["participant_id"] for mine in joined for one in mine]
    equal(len(set(ids)), 4, "participant ids, random for each group")
    reads = [
        a.send("GET", f"/data/v0/pool/{g['id']}/participant/{p['participant_id']}/metric_samples", query=RANGE | {"metric": "HeartRate"})[0]
        for g, p in zip(groups, joined[1])
    ]
    check(reads[0] == 200 and reads[1] >= 400, f"a group that collects nothing: {reads}")
    target = [{"allowed_group_id": groups[0]["id"]}]
    share = a.ok("POST", "/user/v1/datashare", share_body(a, b, permissions=[], group_permissions=target))["datashare"]
    for who in (a, b):
        mine = [g for g in who.get("/user/v1/dataset") if g["datashare_id"] == share["datashare_id"]]
        equal([(g["grant_type"], g["sharing_svc_userid"]) for g in mine], [("group", a.id)], "a share to a group")
    a.ok("DELETE", f"/user/v1/datashare/{share['datashare_id']}")
    for group in groups:
        a.ok("DELETE", f"/user/v1/group/{group['id']}")


@case("S5", "S6")
def shared_files(a, b):
    where = f"/kit-{uuid.uuid4()}"
    versions = []
    for content in (b"one", b"second"):
        body = {"name": "a.txt", "path": where, "content_length": len(content), "content_type": "text/plain"}
        made = a.ok("POST", "/input/v1/file_upload", body)
        request = urllib.request.Request(made["url"], data=content, method="POST", headers={"Content-Type": "text/plain"})
        urllib.request.urlopen(request, timeout=60).close()
        versions.append(made["file"]["id"])
    body = share_body(a, b, svc_data_types=["calendars", "calendar_events", f"file:{where}/a.txt"])
    share = a.ok("POST", "/user/v1/datashare", body)["datashare"]
    for call, query in (("calendars", {}), ("calendar_events", RANGE)):
        equal(b.send("GET", f"/data/v0/{a.id}/{call}", query=query)[0], 200, call)
    types = b.get(f"/user/v1/shared/{a.id}/data_types", **RANGE)["svc_data_types"]
    equal(types, ["calendar_events", "calendars"], "shared types, without files")
    read = lambda: [b.send("GET", f"/input/v1/file_upload/{v}/download", query={"svc_userid": a.id})[0] for v in versions]
    old, live = read()
    check(old in (403, 404) and live == 200, f"the live version of a shared file alone: {old}, {live}")
    change = {"svc_data_types": [f"filehistory:{where}/a.txt"], "time_end": "2001-01-01T00:00:00+00:00"}
    a.ok("PUT", f"/user/v1/datashare/{share['datashare_id']}", change)
    equal(read(), [200, 200], "all versions of a file, whatever the times")
    a.ok("DELETE", f"/user/v1/datashare/{share['datashare_id']}")
    check(all(status in (403, 404) for status in read()), "files after the share")
    for version in versions:
        a.ok("DELETE", f"/input/v1/file_upload/{version}")


TEXTS = ("group_url", "detail_markdown", "agreement_markdown", "withdraw_markdown", "friendly_id")


def new_group(a, **more):
    body = {"title": "kit", "is_public": False, "responsible_entity": "kit", "description": "of the kit"}
    body |= {"time_start": None, "time_end": None, "svc_data_types": []}
    body |= {"header_image_url": None, "preview_image_url": None} | {name: None for name in TEXTS} | more
    group = a.ok("POST", "/user/v1/group", body)["group"]
    for name in set(body) - {"time_start", "time_end"}:
        equal(group[name], body[name], f"the group's {name}")
    return group


@case("G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10")
def groups(a, b):
    group = new_group(
        a, svc_data_types=["HeartRate", "mobile_workouts"], agreement_markdown="# Terms",
        time_start="2025-02-01T00:00:00+00:00", time_end="2025-03-01T00:00:00+00:00",
    )
    path = f"/user/v1/group/{group['id']}"
    equal(a.get(path)["id"], group["id"], "the bare group")
    changed = a.ok("PUT", path, {"description": "new", "view_description": {"colour": "red"}})
    equal([changed["description"], changed["id"]], ["new", group["id"]], "the changed group")
    for terms in ({"title": "x"}, {"svc_data_types": []}, {"time_end": None}):
        check(a.send("PUT", path, terms)[0] >= 400, f"terms are immutable: {terms}")
    equal(a.get(f"{path}/participants"), [], "participants of a new group")
    joined = b.ok("POST", f"{path}/membership")
    equal(joined["group_id"], group["id"], "the group that was joined")
    pid = joined["participant_id"]
    (own,) = [g for g in b.get("/user/v1/group", subscribed_only="true") if g["id"] == group["id"]]
    equal([own["participant_id"], own["joined_at"]], [pid, joined["joined_at"]], "the joined group")
    equal(a.get(f"{path}/participants"), [pid], "the participants")
    check(pid != b.id, "a participant's id is no user's")
    metadata = f"{path}/participants/{pid}/metadata"
    equal(a.get(metadata), {}, "metadata never set")
    a.ok("PUT", metadata, {"a": {"x": 1}, "b": 1})
    a.ok("PATCH", metadata, {"a": {"y": 2}})
    equal(a.get(metadata), {"a": {"y": 2}, "b": 1}, "merged metadata")
    a.ok("PUT", metadata, {})
    equal(a.get(metadata), {}, "emptied metadata")
    check(b.send("GET", metadata)[0] in (403, 404), "metadata is the maker's")
    one = record(value=62)
    b.ok("POST", "/ingest/v1/record/HeartRate", [one], {"api_version": "v1"}, True)
    pool = f"/data/v0/pool/{group['id']}/participant/{pid}"
    heart = RANGE | {"metric": "HeartRate"}
    check(one["id"] in [s["uuid"] for s in a.get(f"{pool}/metric_samples", **heart)], "v0 reading")
    a.get(f"{pool}/mobile_workouts", **RANGE)
    scope = RANGE | {"pool_id": group["id"], "participant_id": pid}
    found = a.get("/data/v1alpha1/metric/HeartRate", **scope)
    check(one["id"] in [r["id"] for r in found], "v1alpha1 reading")
    edge = heart | {"start_time": "2025-02-01T00:00:00Z", "end_time": "2025-02-02T00:00:00Z"}
    equal(a.send("GET", f"{pool}/metric_samples", query=edge)[0], 200, "a start equal to the group's")
    refused = {
        "partly outside": (pool, heart | {"end_time": "2025-03-02T00:00:00Z"}),
        "wholly outside": (pool, heart | {"start_time": "2025-04-01T00:00:00Z", "end_time": "2025-04-02T00:00:00Z"}),
        "reversed": (pool, heart | {"end_time": "2025-02-01T00:00:00Z"}),
        "another type": (pool, RANGE | {"metric": "StepCount"}),
        "an unknown participant": (pool.replace(pid, NOWHERE), heart),
    }
    for what, (where, query) in refused.items():
        check(a.send("GET", f"{where}/metric_samples", query=query)[0] >= 400, f"refused: {what}")
    equal(b.send("GET", f"{pool}/metric_samples", query=heart)[0], 403, "another reader")
    check(isinstance(a.get("/user/v1/group/.well-known/jwks.json")["keys"], list), "the keys")
    b.ok("DELETE", f"{path}/membership")
    check(a.send("GET", f"{pool}/metric_samples", query=heart)[0] >= 400, "reading after withdrawal")
    a.ok("DELETE", path)
    check(a.send("GET", path)[0] >= 400, "a deleted group")
    delete(b, one, "HeartRate", "v1")


SIGN_IN = {"client_id": "conformance", "scope": "openid profile name email offline_access"}
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class Stay(urllib.request.HTTPRedirectHandler):
    """Answers a redirection with itself, to look at its address."""

    def redirect_request(self, *_):
        return None


def form(base, path, **fields):
    """Sends a form without a token; returns status and body."""
    data = urllib.parse.urlencode(fields).encode()
    request = urllib.request.Request(base + path, data=data, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, parse(response.read())
    except urllib.error.HTTPError as error:
        return error.code, parse(error.read())


@case("A1", "A2", "A3", "A4")
def sign_in(a, b):
    status, device = form(a.base, "/oauth/device/code", audience=a.base, **SIGN_IN)
    equal(status, 200, "asking for a code")
    for key in ("device_code", "user_code", "verification_uri", "verification_uri_complete"):
        check(isinstance(device[key], str), f"the device answer has {key}")
    check(device["expires_in"] > 0 and device["interval"] > 0, "the device answer has times")
    poll = {"grant_type": DEVICE_GRANT, "device_code": device["device_code"], "client_id": SIGN_IN["client_id"]}
    status, answer = form(a.base, "/oauth/token", **poll)
    check(status in (400, 403), f"a poll before approval: {status}")
    equal(answer["error"], "authorization_pending", "a poll before approval")
    status, answer = form(a.base, "/oauth/token", **poll)
    check(status in (400, 403, 429), f"a second poll at once: {status}")
    check(answer["error"] in ("slow_down", "authorization_pending"), f"a second poll: {answer}")
    wrong = {"grant_type": "refresh_token", "refresh_token": "wrong", "client_id": SIGN_IN["client_id"]}
    status, answer = form(a.base, "/oauth/token", **wrong)
    check(400 <= status < 500 and status not in (408, 429), f"a wrong refresh token: {status}")
    query = SIGN_IN | {"response_type": "code", "redirect_uri": "http://127.0.0.1:8085/", "state": "s"}
    url = f"{a.base}/authorize?{urllib.parse.urlencode(query)}"
    try:
        status = urllib.request.build_opener(Stay).open(url, timeout=60).status
    except urllib.error.HTTPError as error:
        status = error.code
    check(status == 200 or 300 <= status < 400, f"the page of the code flow: {status}")
    head, _, signature = a.token.partition(".")
    check(head and signature.count(".") == 1, "an access token is a JWT")


@case("B1", "B2", "B3", "B4", "E2")
def requests(a, b):
    heart = {"metric": "HeartRate", "end_time": "2025-02-12T00:00:00Z"}
    path = f"/data/v0/{a.id}/metric_samples"
    for text in ("2025-02-10 00:00:00.123456+00:00", "2025-02-10T00:00Z", "2025-02-10T00:00:00-08:00", "2025-02-10"):
        equal(a.send("GET", path, query=heart | {"start_time": text})[0], 200, f"the time {text}")
    status, answer = a.send("GET", path, query=heart | {"start_time": "2025-02-10T24:00:00Z"})
    equal(status, 422, "hour 24")
    check(all(isinstance(item["msg"], str) for item in answer["detail"]), "each item has a msg")
    for flag in ("true", "True", "1"):
        equal(a.send("GET", "/user/v1/group", query={"subscribed_only": flag})[0], 200, f"the flag {flag}")
    twice = heart | {"start_time": ["2025-02-10T00:00:00Z", "2025-02-11T00:00:00Z"]}
    equal(a.send("GET", path, query=twice)[0], 422, "a time that is given twice")
    for call in ("metric_time_series", "sleep_stages", "sleep_cycles"):
        query = RANGE | {"output": "ndjson"} | ({"metric": "HeartRate"} if call.startswith("metric") else {})
        equal(a.send("GET", f"/data/v0/{a.id}/{call}", query=query)[0], 200, f"{call} as lines of JSON")


@case("W4", "W5", "W6")
def versions(a, b):
    post = lambda kind, body, version: a.send("POST", f"/ingest/v1/record/{kind}", [body], {"api_version": version}, True)[0]
    equal(post("HeartRate", record(value=60), "v1alpha1"), 404, "a version that the type lacks")
    one = record()
    equal(post("AgentLoop", one, "v1"), 201, "a built-in event with sources")
    equal([r["sources"] for r in a.records("AgentLoop") if r["id"] == one["id"]], [one["sources"]], "its sources")
    gone = {"record_id": one["id"], "data_type": "AgentLoop", "sources": one["sources"]}
    equal(post("DeletedRecord", gone, "v1"), 201, "a deletion with sources")
    check(one["id"] not in [r["id"] for r in a.records("AgentLoop")], "the event is deleted")
    equal(post("HeartRate", record(value=60, no_such_field=1), "v1"), 422, "an unknown field")
    for text in ("2025-02-10", "2025-02-10t12:00z", "2025-02-10 12:00:00+0100", "2025-02-10T12:00:00+01"):
        one = record(value=60) | {"start_time": text}
        equal(post("HeartRate", one, "v1"), 201, f"a record at {text}")
        delete(a, one, "HeartRate", "v1")


@case("T3", "T4", "T5", "C2", "W2")
def editing(a, b):
    spec = {"unit": "points", "scale": {"min": 1, "max": 5, "step": 1}, "value_map": {"1": "bad", "5": "good"}}
    mood = a.ok("POST", "/input/v1/data_type/Metric", {"name": "Kit", "description": "kit", "record_spec": spec})
    path = f"/input/v1/data_type/{mood['id']}"
    equal(a.get(path)["id"], mood["id"], "an own type")
    equal(mood["record_spec"]["value_map"], spec["value_map"], "the labels")
    one = record(value=3)
    a.ok("POST", f"/ingest/v1/record/{mood['id']}", [one], {"api_version": "v1"}, True)
    latest = a.get("/data/v1/records", q=f'{{__name__="{mood["id"]}"}}')
    equal([latest["id"], latest["value"]], [one["id"], 3], "a value between two labels, by the bare selector")
    a.ok("PUT", path, {"record_spec": mood["record_spec"]})
    check(a.send("PUT", path, {"record_spec": {"unit": "other"}})[0] >= 400, "the unit cannot change")
    a.ok("PUT", path, {"deprecated": True})
    schema = {"type": "object", "properties": {"cups": {"type": "integer"}}, "required": ["cups"]}
    body = {"name": "Kit", "description": "kit", "record_spec": {"schema": json.dumps(schema)}}
    event = a.ok("POST", "/input/v1/data_type/Event", body)
    path = f"/input/v1/data_type/{event['id']}"
    whole = a.get(f"/data/v1/catalog/{event['id']}/v1/schema")
    whole["properties"]["size"] = {"type": "string"}
    a.ok("PUT", path, {"record_spec": {"schema": json.dumps(whole)}})
    fields = a.get("/data/v1/catalog", data_type=event["id"])[0]["record_spec"]["schema"]
    equal(sorted(fields["properties"]), ["cups", "size"], "the own fields after an edit")
    equal(fields["required"], ["cups"], "the required fields after an edit")
    a.ok("PUT", path, {"deprecated": True})


@case("F1", "F2", "F3", "F4")
def files(a, b):
    name = f"kit-{uuid.uuid4()}.txt"
    where = {"path": "/kit", "name": name}
    for family in ("/input/v1/file_upload", "/input/v1/file"):
        versions = []
        for content in (b"one", b"second"):
            body = {"name": name, "path": "/kit", "content_length": len(content), "content_type": "text/plain"}
            made = a.ok("POST", family, body)
            request = urllib.request.Request(made["url"], data=content, method="POST", headers={"Content-Type": "text/plain"})
            with urllib.request.urlopen(request, timeout=60) as response:
                check(200 <= response.status < 300, "an upload without a token")
            versions.append(made["file"]["id"])
        old, new = versions
        listed = a.ok("GET", family, query=where)["files"]
        equal([f["id"] for f in listed if f["id"] in versions], [new], "a newer version archives the older one")
        equal(a.get(f"{family}/{old}")["state"], "archived", "the older version")
        equal(a.get(f"{family}/{new}/download"), "second", "the content")
        a.ok("POST", f"{family}/{old}/restore")
        equal(a.send("POST", f"{family}/{new}/restore")[0] < 500, True, "a restore")
        check(b.send("GET", f"{family}/{new}")[0] in (403, 404), "a file of another user")
        equal(a.send("GET", f"{family}/{uuid.uuid4()}")[0], 404, "an unknown file")
        changed = a.get(f"{family}/recent_changes", start_time="2020-01-01T00:00:00Z", end_time="2100-01-01T00:00:00Z")
        check(any(f["id"] == old for f in changed["files"]), "recent changes name the file")
        for one in a.ok("GET", family, query=where | {"include_archived": "true"})["files"]:
            a.ok("DELETE", f"{family}/{one['id']}")
        equal(a.ok("GET", family, query=where)["files"], [], "the list after deletion, never null")


@case("N1", "N2", "N3", "N4")
def annotations(a, b):
    path = "/user/v1alpha1/annotation"
    body = {"name": "kit", "description": "kit", "annotation_type": "moment", "tags": []}
    row = a.ok("POST", path, body)
    kind = f"MomentAnnotation/{row['id']}"
    equal(a.get(f"{path}/{row['id']}")["name"], "kit", "the definition")
    equal(a.get("/data/v1/catalog", data_type=kind)[0]["api_version"], "v1alpha1", "its type")
    one = record() | {"sources": ["com.example.kit", row["svc_source_id"]]}
    a.ok("POST", "/ingest/v1/record/MomentAnnotation", [one], {"api_version": "v1alpha1"}, True)
    found = a.get(f"/data/v1alpha1/event/{kind}", **RANGE)
    equal([(r["id"], r["sources"][-1]) for r in found], [(one["id"], row["svc_source_id"])], "its records")
    filtered = a.get("/data/v1alpha1/event/MomentAnnotation", filter=f"source_id:{row['svc_source_id']}", **RANGE)
    equal([r["id"] for r in filtered], [one["id"]], "records of the base type, by source")
    equal(a.ok("PUT", f"{path}/{row['id']}", body | {"description": "new"})["description"], "new", "a change")
    equal(a.send("GET", f"{path}/{uuid.uuid4()}")[0], 403, "an unknown definition")
    delete(a, one, kind, "v1alpha1")
    equal(a.get(f"/data/v1alpha1/event/{kind}", **RANGE), [], "records after the deletion")
    check(a.ok("DELETE", f"{path}/{row['id']}")["deleted_at"] is not None, "a deleted definition")
    check(any(r["id"] == row["id"] for r in a.get(path)), "the list includes deleted definitions")
    equal(a.get("/data/v1/catalog", data_type=kind), [], "a deleted definition is in no catalog")
    equal(a.ok("POST", f"{path}/{row['id']}/cancel_deletion")["deleted_at"], None, "a cancelled deletion")
    a.ok("DELETE", f"{path}/{row['id']}")


@case("U1", "U2", "U3")
def user(a, b):
    before = a.get("/user/v1alpha1/preferences")
    a.ok("POST", "/user/v1alpha1/preferences", {"timezone": "Europe/Berlin"})
    a.ok("POST", "/user/v1alpha1/preferences", {"calendars": ["kit"]})
    after = a.get("/user/v1alpha1/preferences")
    equal([after["timezone"], after["calendars"]], ["Europe/Berlin", ["kit"]], "preferences that were not sent stay")
    a.ok("POST", "/user/v1alpha1/preferences", {n: before.get(n) for n in ("timezone", "calendars")})
    name = f"k/{uuid.uuid4()}"[:30]
    tag = a.ok("POST", "/user/v1alpha1/tag", {"name": name})
    equal(a.send("POST", "/user/v1alpha1/tag", {"name": name})[0], 409, "a tag twice")
    equal(a.send("POST", "/user/v1alpha1/tag", {"name": "x" * 31})[0], 422, "a long tag")
    quoted = urllib.parse.quote(name, safe="")
    equal(a.get(f"/user/v1alpha1/tag/name/{quoted}")["id"], tag["id"], "a tag by name")
    a.ok("DELETE", f"/user/v1alpha1/tag/id/{tag['id']}")
    equal(a.send("GET", f"/user/v1alpha1/tag/id/{tag['id']}")[0], 404, "a deleted tag")
    changes = a.get("/data/v1/updates", **RANGE)
    check(isinstance(changes["data_types"], dict) and isinstance(changes["file_changes"], list), "updates")
    equal(b.send("GET", "/data/v1/updates", query=RANGE | {"svc_userid": a.id})[0], 403, "updates of a stranger")


@case("M1", "M2", "C4", "D2", "U3")
def messages(a, b):
    """Two programs talk through channels: types of their own that each shares with the other."""
    text = lambda most: {"type": "string", "minLength": 1, "maxLength": most}
    fields = {"sender": text(128), "kind": {"enum": ["message", "reply", "ack"]}, "body": text(4000)}
    more = {"recipients": {"type": "array", "minItems": 1, "maxItems": 32, "items": text(128)}, "topic": text(128)}
    more |= {"in_reply_to": {"type": "string", "format": "uuid"}, "priority": {"enum": ["P1", "P2", "P3"]}}
    schema = {"type": "object", "properties": fields | more, "required": list(fields)}
    made, name = [], "connect-our-agents-kit"
    for who, other in ((a, b), (b, a)):
        spec = {"schema": json.dumps(schema)}
        channel = who.ok("POST", "/input/v1/data_type/Event", {"name": "Channel", "description": "kit", "record_spec": spec})
        body = share_body(who, other, datashare_name=name, svc_data_types=[channel["id"]], time_end=None)
        share = who.ok("POST", "/user/v1/datashare", body)["datashare"]
        made.append((who, channel["id"], share["datashare_id"]))
    send = lambda who, channel, **f: who.ok("POST", f"/ingest/v1/record/{channel}", [record(**f)], {"api_version": "v1"}, True)
    send(a, made[0][1], sender="a", kind="message", body="hello", topic="kit")
    (grant,) = [g for g in b.get("/user/v1/dataset") if g["grant_type"] == "user" and g["datashare_id"] == made[0][2]]
    equal([grant["datashare_name"], grant["sharing_svc_userid"]], [name, a.id], "the other's share")
    (channel,) = grant["svc_data_types"]
    (entry,) = b.get("/data/v1/catalog", data_type=channel, svc_userid=a.id)
    check("shared_type" in entry["categories"] and not entry["recordable"], "a shared type is only read")
    (asked,) = b.records(channel, svc_userid=entry["svc_userid"])
    equal([asked["body"], asked["topic"]], ["hello", "kit"], "the message")
    check(b.send("GET", f"/data/v1/updates", query=RANGE | {"svc_userid": a.id})[0] == 200, "updates of a sharer")
    equal(b.send("POST", f"/ingest/v1/record/{channel}", [record(sender="b", kind="ack", body="x")], {"api_version": "v1"}, True)[0], 404, "writing to the other's channel")
    send(b, made[1][1], sender="b", kind="reply", body="hi", in_reply_to=asked["id"], topic=asked["topic"])
    (answer,) = a.records(made[1][1], svc_userid=b.id)
    equal(answer["in_reply_to"], asked["id"], "the reply")
    for who, channel, share in made:
        who.ok("DELETE", f"/user/v1/datashare/{share}")
        who.ok("PUT", f"/input/v1/data_type/{channel}", {"deprecated": True})
    equal(a.send("GET", "/data/v1/records", query={"q": f'{{__name__="{made[1][1]}"}}', "svc_userid": b.id})[0], 403, "reading after the share")


def main(base, one, other, *asked):
    users = [User(base, token) for token in (one, other)]
    for user in users:
        user.id = user.get("/user/v1alpha1/info")["userid"]
    failed = 0
    cases = [case for case in CASES if not asked or set(asked) & set(case[0])]
    if not cases:
        sys.exit(f"No case checks {', '.join(asked)}")
    for rows, function in cases:
        try:
            function(*users)
            print(f"ok   {function.__name__} ({', '.join(rows)})")
        except Exception as failure:  # a missing key fails its case, not the others
            failed += 1
            print(f"FAIL {function.__name__} ({', '.join(rows)}): {failure!r}")
    print(f"{len(cases) - failed} of {len(cases)} cases hold")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
