"""A client of the interface in the standard library alone: it knows the wire, and nothing of the toolkit."""

import gzip
import hashlib
import base64
import json
import urllib.error
import urllib.parse
import urllib.request

NEUTRAL = {"svc": "svc", "mobile": "mobile", "map": "map", "health_sdk": "health_sdk"}


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Shows a redirect instead of following it."""

    def redirect_request(self, *_):
        return None


class Answer:
    """Status, headers and body of an answer; `json` is the body as JSON."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def content(self):
        coded = self.headers.get("Content-Encoding") == "gzip"
        return gzip.decompress(self.body) if coded else self.body

    @property
    def json(self):
        return json.loads(self.content)

    @property
    def lines(self):
        return [json.loads(line) for line in self.content.decode().splitlines() if line]

    def proves_whole(self):
        """Whether Content-Digest is that of the bytes as they were sent (RFC 9530)."""
        digest = base64.b64encode(hashlib.sha256(self.body).digest()).decode()
        return self.headers.get("Content-Digest") == f"sha-256=:{digest}:"


class Wire:
    """Calls a service at an address, with a token, in the words of its deployment."""

    def __init__(self, url, token, user, words):
        self.url, self.token, self.user = url, token, user
        self.words = {**NEUTRAL, **words}
        self.opener = urllib.request.build_opener(NoRedirect)

    def word(self, name):
        """A name of the interface in the deployment's words: svc_userid, mobile_workouts, map_service."""
        for neutral, other in self.words.items():
            if name == neutral or name.startswith(f"{neutral}_") or f"_{neutral}_" in name:
                return name.replace(neutral, other, 1)
        return name

    def call(self, method, path, query=(), body=None, headers=None, token=True):
        path = "/".join(
            self.word(part) if not part.startswith("{") else self.user
            for part in path.split("/")
        )
        pairs = query.items() if isinstance(query, dict) else query
        search = urllib.parse.urlencode([(self.word(k), v) for k, v in pairs], doseq=True)
        sent = {"Accept": "application/json", **(headers or {})}
        if token:
            sent["Authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        request = urllib.request.Request(
            f"{self.url}{path}{'?' + search if search else ''}", data, sent, method=method
        )
        try:
            with self.opener.open(request, timeout=120) as response:
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def get(self, path, query=(), **more):
        return self.call("GET", path, query, **more)

    def post(self, path, body, **more):
        return self.call("POST", path, body=body, **more)

    def ingest(self, data_type, records, **more):
        text = "\n".join(json.dumps(record) for record in records)
        return self.call(
            "POST",
            f"/ingest/v1/record/{data_type}",
            body=text,
            headers={"Content-Type": "application/x-jsonl"},
            **more,
        )
