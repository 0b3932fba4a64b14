"""Drives a service of the interface over HTTP, as its clients do. Needs Python 3.10 and nothing else.

python3 tests/conformance/conformance.py BASE_URL TOKEN TOKEN

The tokens are of two different users. The cases add records, types, shares and groups, and remove them.
Each case names the row of facts.md that it checks. The exit code is 1 if a case fails.
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


def main(base, *tokens):
    users = [User(base, token) for token in tokens]
    for user in users:
        user.id = user.get("/user/v1alpha1/info")["userid"]
    failed = 0
    for rows, function in CASES:
        try:
            function(*users)
            print(f"ok   {function.__name__} ({', '.join(rows)})")
        except Failure as failure:
            failed += 1
            print(f"FAIL {function.__name__} ({', '.join(rows)}): {failure}")
    print(f"{len(CASES) - failed} of {len(CASES)} cases hold")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
