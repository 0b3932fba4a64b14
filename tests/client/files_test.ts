import { assert, assertEquals, assertRejects } from "@std/assert";
import { type ApiError, InvalidError, NetworkError } from "../../src/client/errors/apiError.ts";
import type { Fetch } from "../../src/client/http/receive.ts";
import { within } from "../helpers/within.ts";
import { BASE, clientOf, script, TOKEN } from "./fixtures.ts";

const SECRET = "k3y-of-the-upload-never-shown";
const SIGNED = `https://storage.example/bucket/object?signature=${SECRET}`;
const FILE = { id: "f1", name: "today.md", path: "/notes", size: 5, state: "created" };

/** Creates a service with separate storage, and records the requests of both. */
function storage(answer: (request: Request) => Response | Promise<Response>, url = SIGNED) {
  const seen: { method: string; url: string; token: string | null; type: string | null }[] = [];
  const bodies: Uint8Array[] = [];
  let state = "created";
  const fetch: Fetch = async (request) => {
    seen.push({
      method: request.method,
      url: request.url,
      token: request.headers.get("authorization"),
      type: request.headers.get("content-type"),
    });
    bodies.push(await request.clone().bytes());
    const { pathname } = new URL(request.url);
    if (pathname === "/input/v1/file") return Response.json({ file: FILE, url });
    if (pathname === "/input/v1/file/f1") return Response.json({ ...FILE, state });
    const response = await answer(request);
    if (response.ok) state = "uploaded";
    return response;
  };
  return { fetch, seen, bodies, arrive: () => state = "uploaded" };
}

Deno.test("upload() announces a file, sends its content without a token, and returns the file", async () => {
  const { fetch, seen, bodies } = storage(() => new Response(null, { status: 200 }));
  const done: number[] = [];
  const file = await clientOf(fetch).api.files.upload("/notes/today.md", "añb", {
    onProgress: (progress) => done.push(progress.done),
  });
  assertEquals(file.state, "uploaded");
  assertEquals(seen, [
    {
      method: "POST",
      url: `${BASE}/input/v1/file`,
      token: `Bearer ${TOKEN}`,
      type: "application/json",
    },
    { method: "POST", url: SIGNED, token: null, type: "text/plain; charset=utf-8" },
    { method: "GET", url: `${BASE}/input/v1/file/f1`, token: `Bearer ${TOKEN}`, type: null },
  ]);
  assertEquals(JSON.parse(new TextDecoder().decode(bodies[0])), {
    name: "today.md",
    path: "/notes",
    content_type: "text/plain; charset=utf-8",
    content_length: 4,
  });
  assertEquals(bodies[1], new TextEncoder().encode("añb"));
  assertEquals(done, [0, 0, 4, 4]); // announced, size known, sent, done
});

Deno.test("upload() accepts bytes and blobs, and follows an upload address of the service itself", async () => {
  const own = "/input/v1/upload/there";
  const contents = [
    new Uint8Array([0, 255, 128]),
    new Uint8Array([0, 255, 128]).buffer,
    new Blob([new Uint8Array([0, 255, 128])], { type: "image/png" }),
  ];
  for (const content of contents) {
    const { fetch, seen, bodies } = storage(() => new Response(null, { status: 204 }), own);
    await clientOf(fetch).api.files.upload("/a.png", content);
    assertEquals(bodies[1], new Uint8Array([0, 255, 128]));
    assertEquals(seen[1], {
      method: "POST",
      url: `${BASE}${own}`,
      token: null,
      type: content instanceof Blob ? "image/png" : "application/octet-stream",
    });
    assertEquals(JSON.parse(new TextDecoder().decode(bodies[0])).path, "/");
  }
});

Deno.test("upload() never shows the upload address", async () => {
  const failures: [(request: Request) => Response | Promise<Response>, typeof ApiError][] = [
    [
      (request) => Response.json({ detail: `bad ${request.url} ${SECRET}` }, { status: 422 }),
      InvalidError,
    ],
    [(request) => Promise.reject(new TypeError(`cannot reach ${request.url}`)), NetworkError],
  ];
  for (const [answer, type] of failures) {
    const { fetch } = storage(answer);
    const error = await assertRejects(
      () => clientOf(fetch).api.files.upload("/notes/today.md", "hello"),
      type,
      "Cannot upload /notes/today.md",
    );
    assertEquals(Deno.inspect(error, { depth: 9 }).includes(SECRET), false);
    assertEquals(error.request.url, "https://storage.example/[address of the upload]");
  }
});

Deno.test("upload() requests the file's state if the answer to the content was lost", async () => {
  let tries = 0;
  const service = storage(() => {
    if (++tries > 1) return Response.json({ detail: "already used" }, { status: 404 });
    service.arrive();
    throw new TypeError("connection reset");
  });
  const file = await clientOf(service.fetch).api.files.upload("/notes/today.md", "hello");
  assertEquals([file.state, tries], ["uploaded", 2]);
});

Deno.test("upload() rejects invalid names before a request", async () => {
  const { fetch, requests } = script();
  for (const name of ["today.md", "notes/today.md", "/notes/", "/", ""]) {
    await assertRejects(
      () => clientOf(fetch).api.files.upload(name, "x"),
      TypeError,
      "Cannot upload",
    );
  }
  await assertRejects(
    () => clientOf(fetch).api.files.upload("/a", 5 as unknown as string),
    TypeError,
    "not text, bytes or a Blob",
  );
  assertEquals(requests.length, 0);
});

Deno.test("download() returns a file's bytes, and delete() returns nothing", async () => {
  const { fetch, requests } = script(
    new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "text/csv" } }),
    new Response(null, { status: 204 }),
  );
  const client = clientOf(fetch);
  const bytes: Uint8Array = await client.api.files.download({ input_id: "f1" });
  assertEquals(bytes, new Uint8Array([1, 2, 3]));
  assertEquals(requests[0]!.headers.get("accept"), "*/*");
  assertEquals(await client.api.files.delete({ input_id: "f1" }), undefined);
});

Deno.test("deprecated operations work and warn once per process", async () => {
  const answer = () => Response.json({ files: [], folders: [] });
  const { fetch } = script(answer, answer, answer);
  const warnings: string[] = [];
  const options = { warn: (message: string) => void warnings.push(message) };
  const client = clientOf(fetch, options);
  assertEquals(await client.api.fileUploads.list(), { files: [], folders: [] });
  await client.api.fileUploads.list();
  await clientOf(fetch, options).api.fileUploads.list();
  assertEquals(warnings, ["fileUploads.list is deprecated. Use the same method of `files`."]);
  assert(!warnings.join().includes(TOKEN));
});

Deno.test("upload() removes a part of the address from errors if it has at least 16 characters", async () => {
  const part = "k3y0123456789abc", word = part.slice(1);
  assertEquals([part.length, word.length], [16, 15]);
  const addresses = [
    `https://storage.example/bucket/${part}/object?a=${word}`,
    `https://storage.example/object?signature=${part}`,
  ];
  for (const url of addresses) {
    const told = `bad ${part}, ${word}!`;
    const { fetch } = storage(() => Response.json({ detail: told }, { status: 422 }), url);
    const error = await assertRejects(
      () => clientOf(fetch).api.files.upload("/a", "x"),
      InvalidError,
    );
    assertEquals(error.message, `Cannot upload /a: bad [token], ${word}! (422)`);
  }
  const short = "https://storage.example/bucket/object?a=object-of-mine";
  const { fetch } = storage(
    () => Response.json({ detail: "no object in bucket" }, { status: 422 }),
    short,
  );
  await assertRejects(
    () => clientOf(fetch).api.files.upload("/a", "x"),
    InvalidError,
    "Cannot upload /a: no object in bucket (422)",
  );
});

Deno.test("upload() is aborted by its signal while it announces, sends or requests the file's state", async () => {
  const reason = new Error("enough");
  for (const last of [0, 1, 2]) {
    const controller = new AbortController();
    let count = 0;
    const { fetch: answer } = storage(() => new Response(null, { status: 200 }));
    const fetch: Fetch = (request) => {
      if (count++ < last) return answer(request);
      queueMicrotask(() => controller.abort(reason));
      return new Promise(() => {});
    };
    const { signal } = controller;
    const sent = clientOf(fetch, { timeout: false }).api.files.upload("/a", "x", { signal });
    assertEquals(await assertRejects(() => within(5, "the end of the upload", sent)), reason);
    assertEquals(count, last + 1);
  }
});

Deno.test("upload() sends the content's length and the given media type", async () => {
  const { fetch, seen } = storage(() => new Response(null, { status: 299 }));
  const options = { contentType: "text/markdown" };
  await clientOf(fetch).api.files.upload("/a.md", new Blob(["x"], { type: "text/plain" }), options);
  assertEquals(seen[1]!.type, "text/markdown");
  for (const status of [300, 199 + 1]) {
    const { fetch } = storage(() => new Response(null, { status }));
    const sent = clientOf(fetch).api.files.upload("/a.md", new Blob(["x"]));
    if (status === 200) assertEquals((await sent).state, "uploaded");
    else await assertRejects(() => sent, Error, `(${status})`);
  }
});

Deno.test("upload() only accepts a file as uploaded if its whole length has arrived", async () => {
  for (const [size, state] of [[4, "uploaded"], [5, "created"]] as const) {
    const fetch: Fetch = (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/input/v1/file") return Response.json({ file: FILE, url: SIGNED });
      if (pathname === "/input/v1/file/f1") return Response.json({ ...FILE, state, size });
      return Response.json({ detail: "already used" }, { status: 404 });
    };
    await assertRejects(
      () => clientOf(fetch).api.files.upload("/notes/today.md", "hello"),
      Error,
      "Cannot upload /notes/today.md: already used (404)",
    );
  }
});

Deno.test("upload() rejects unknown options", async () => {
  const { fetch, requests } = script();
  const options = { type: "text/plain" } as object;
  await assertRejects(
    () => clientOf(fetch).api.files.upload("/a", "x", options),
    TypeError,
    "type",
  );
  assertEquals(requests.length, 0);
});
