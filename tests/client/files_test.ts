import { assert, assertEquals, assertRejects } from "@std/assert";
import { type ApiError, InvalidError, NetworkError } from "../../src/client/errors/apiError.ts";
import type { Fetch } from "../../src/client/http/receive.ts";
import { BASE, clientOf, script, TOKEN } from "./fixtures.ts";

const SECRET = "k3y-of-the-upload-never-shown";
const SIGNED = `https://storage.example/bucket/object?signature=${SECRET}`;
const FILE = { id: "f1", name: "today.md", path: "/notes", size: 5, state: "created" };

/** A service with a storage of its own: notes down what each got. */
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

Deno.test("upload() announces a file, sends its content without a token, and gives the file", async () => {
  const { fetch, seen, bodies } = storage(() => new Response(null, { status: 200 }));
  const done: number[] = [];
  const file = await clientOf(fetch).files.upload("/notes/today.md", "añb", {
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
  assertEquals(done, [0, 0, 4, 4]); // begun, its size known, sent, ended
});

Deno.test("upload() takes bytes and blobs, and an address of the service itself", async () => {
  const own = "/input/v1/upload/there";
  const contents = [
    new Uint8Array([0, 255, 128]),
    new Uint8Array([0, 255, 128]).buffer,
    new Blob([new Uint8Array([0, 255, 128])], { type: "image/png" }),
  ];
  for (const content of contents) {
    const { fetch, seen, bodies } = storage(() => new Response(null, { status: 204 }), own);
    await clientOf(fetch).files.upload("/a.png", content);
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

Deno.test("upload() never shows the address of the upload", async () => {
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
      () => clientOf(fetch).files.upload("/notes/today.md", "hello"),
      type,
      "Cannot upload /notes/today.md",
    );
    assertEquals(Deno.inspect(error, { depth: 9 }).includes(SECRET), false);
    assertEquals(error.request.url, "https://storage.example/[address of the upload]");
  }
});

Deno.test("upload() asks for the file's state where the answer to the content was lost", async () => {
  let tries = 0;
  const service = storage(() => {
    if (++tries > 1) return Response.json({ detail: "used already" }, { status: 404 });
    service.arrive();
    throw new TypeError("connection reset");
  });
  const file = await clientOf(service.fetch).files.upload("/notes/today.md", "hello");
  assertEquals([file.state, tries], ["uploaded", 2]);
});

Deno.test("upload() refuses names that are none before anything is sent", async () => {
  const { fetch, requests } = script();
  for (const name of ["today.md", "notes/today.md", "/notes/", "/", ""]) {
    await assertRejects(() => clientOf(fetch).files.upload(name, "x"), TypeError, "Cannot upload");
  }
  await assertRejects(
    () => clientOf(fetch).files.upload("/a", 5 as unknown as string),
    TypeError,
    "neither text nor bytes",
  );
  assertEquals(requests.length, 0);
});

Deno.test("download() gives a file's bytes, and delete() nothing", async () => {
  const { fetch, requests } = script(
    new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "text/csv" } }),
    new Response(null, { status: 204 }),
  );
  const client = clientOf(fetch);
  const bytes: Uint8Array = await client.files.download({ input_id: "f1" });
  assertEquals(bytes, new Uint8Array([1, 2, 3]));
  assertEquals(requests[0]!.headers.get("accept"), "*/*");
  assertEquals(await client.files.delete({ input_id: "f1" }), undefined);
});

Deno.test("deprecated operations work and warn once in a process", async () => {
  const answer = () => Response.json({ files: [], folders: [] });
  const { fetch } = script(answer, answer, answer);
  const warnings: string[] = [];
  const options = { warn: (message: string) => void warnings.push(message) };
  const client = clientOf(fetch, options);
  assertEquals(await client.fileUploads.list(), { files: [], folders: [] });
  await client.fileUploads.list();
  await clientOf(fetch, options).fileUploads.list();
  assertEquals(warnings, ["fileUploads.list is deprecated. Use the same method of `files`."]);
  assert(!warnings.join().includes(TOKEN));
});
