import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import type { FileVersion } from "../../../src/schema/files.ts";
import { publicBase } from "../../../src/service/http/publicAddress.ts";
import { openStore } from "../../../src/store/openStore.ts";
import { embedded } from "../embedded.ts";
import { create, get, send, text, upload } from "../fileHelpers.ts";

Deno.test("a file is created, receives its content at its own address, and is read back", async () => {
  let now = "2024-01-01T00:00:00Z";
  await using here = await embedded({ store: openStore({ clock: () => now }) });
  const { file, url } = await create(here, "a.txt", 5);
  assertEquals(file, {
    id: file.id,
    svc_userid: here.userid,
    name: "a.txt",
    path: "/notes",
    size: 5,
    state: "created",
    scan_state: "pending",
    created_at: "2024-01-01T00:00:00.000000Z",
    uploaded_at: null,
    archived_at: null,
    deleted_at: null,
    last_scanned: null,
    restored_from_id: "",
    source_id: null,
    source_name: null,
    source_data_types: null,
  });
  assertMatch(url, /^http:\/\/localhost\/\S{43,}$/);
  assert(!url.includes(file.id) && !url.includes(here.userid));
  now = "2024-01-01T00:01:00Z";
  assertEquals((await send(here, url, text("hello"))).status, 200);
  const uploaded = await get(here, file.id);
  assertEquals(uploaded, {
    ...file,
    state: "uploaded",
    scan_state: "clean",
    uploaded_at: "2024-01-01T00:01:00.000000Z",
    last_scanned: "2024-01-01T00:01:00.000000Z",
  });
  const response = await here.send(`GET /input/v1/file/${file.id}/download`);
  assertEquals(response.headers.get("content-type"), "text/plain");
  assertEquals(response.headers.get("content-length"), "5");
  assertEquals(await response.text(), "hello");
});

Deno.test("an address accepts one content of the announced length within an hour, by PUT as well", async () => {
  let now = "2024-01-01T00:00:00Z";
  await using here = await embedded({ store: openStore({ clock: () => now }) });
  const { file, url } = await create(here, "a.txt", 5);
  for (const content of ["", "hell", "hello!"]) {
    const { status, text: body } = await send(here, url, text(content));
    assertEquals(status, 422, content);
    assertEquals(JSON.parse(body).errors[0].location, "header.content-length");
    const headers = { "content-length": "5" };
    assertEquals((await send(here, url, text(content), { headers })).status, 422, content);
  }
  assertEquals((await get(here, file.id)).state, "created");
  assertEquals((await send(here, url, text("hello"), { method: "PUT" })).status, 200);
  assertEquals((await send(here, url, text("other"))).status, 403);
  assertEquals((await send(here, `${url}x`, text("hello"))).status, 403);
  const late = await create(here, "b.txt", 5);
  now = "2024-01-01T01:00:00Z";
  assertEquals((await send(here, late.url, text("hello"))).status, 403);
  const download = await here.send(`GET /input/v1/file/${file.id}/download`);
  assertEquals(await download.text(), "hello");
});

Deno.test("a newer upload of the same path and name archives the older one, and restoring reverses that", async () => {
  await using here = await embedded();
  const first = await upload(here, "a.txt", "one");
  const other = await upload(here, "a.txt", "else", "/other");
  const second = await upload(here, "a.txt", "two");
  const third = await create(here, "a.txt", 3);
  const states = async () =>
    await Promise.all([first, other, second].map(async (id) => (await get(here, id)).state));
  assertEquals(await states(), ["archived", "uploaded", "uploaded"]);
  for (const id of [second, third.file.id]) {
    const response = await here.send(`POST /input/v1/file/${id}/restore`);
    assertEquals((await response.json()).status, 409);
  }
  const restored = await here.json<FileVersion>(`POST /input/v1/file/${first}/restore`);
  assertEquals([restored.state, restored.restored_from_id, restored.size], ["uploaded", first, 3]);
  assert(restored.id !== first);
  assertEquals(await states(), ["archived", "uploaded", "archived"]);
  const download = await here.send(`GET /input/v1/file/${restored.id}/download`);
  assertEquals(await download.text(), "one");
});

Deno.test("a file can be marked as deleted in any state", async () => {
  await using here = await embedded();
  const { file: created, url } = await create(here, "c.txt", 3);
  const archived = await upload(here, "a.txt", "one"),
    uploaded = await upload(here, "a.txt", "two");
  for (const id of [created.id, archived, uploaded, uploaded]) {
    const before = await get(here, id);
    const response = await here.send(`DELETE /input/v1/file/${id}`);
    assertEquals([response.status, await response.text()], [204, ""]);
    const after = await get(here, id);
    assertEquals(after, { ...before, state: "deleted", deleted_at: after.deleted_at });
    assert(after.deleted_at !== null);
    await here.json(`GET /input/v1/file/${id}/download`, { status: 404 });
    await here.json(`POST /input/v1/file/${id}/restore`, { status: 409 });
  }
  assertEquals((await send(here, url, text("abc"))).status, 403);
});

Deno.test("found data and the progress of each data type are stored with a file", async () => {
  await using here = await embedded();
  const id = await upload(here, "a", "1");
  const own = `Event/${crypto.randomUUID()}`;
  const identity = {
    source_data_types: [{ data_type: "HeartRate", state: "found" }, {
      data_type: own,
      state: "found",
    }],
    source_id: "com.example",
    source_name: "Example",
  };
  const put = (path: string, body: unknown, status = 200) =>
    here.json<FileVersion>(`PUT /input/v1/file/${id}/${path}`, {
      body: JSON.stringify(body),
      status,
    });
  const { source_data_types, source_id, source_name } = await put("identify", identity);
  assertEquals({ source_data_types, source_id, source_name }, identity);
  await put("data_type/HeartRate", { state: "read" });
  await put(`data_type/${own}`, { state: "failed" });
  assertEquals((await get(here, id)).source_data_types, [
    { data_type: "HeartRate", state: "read" },
    { data_type: own, state: "failed" },
  ]);
  await put("data_type/StepCount", { state: "read" }, 404);
  await put("data_type/HeartRate", {}, 422);
  await put("identify", { source_id: null }, 422);
});

Deno.test("content with the pattern of the EICAR test file is infected and cannot be read", async () => {
  await using here = await embedded();
  const pattern = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD" + "-ANTIVIRUS-TEST-FILE!$H+H*";
  const filler = "x".repeat(512 * 1024 - 30);
  for (const content of [pattern, filler + pattern + filler]) {
    const id = await upload(here, "virus", content);
    assertEquals((await get(here, id)).scan_state, "infected");
    await here.json(`GET /input/v1/file/${id}/download`, { status: 403 });
  }
  assertEquals((await get(here, await upload(here, "fine", filler))).scan_state, "clean");
});

Deno.test("every error of a files path is a problem document with the invalid value", async () => {
  await using here = await embedded();
  for (const family of ["file", "file_upload"]) {
    const cases: [string, number, { token?: null; body?: string }?][] = [
      [`GET /input/v1/${family}`, 401, { token: null }],
      [`GET /input/v1/${family}/nothing`, 404],
      [`GET /input/v1/${family}/a/b/c`, 404],
      [`PATCH /input/v1/${family}`, 405],
      [`DELETE /input/v1/${family}/recent_changes`, 405],
      [`GET /input/v1/${family}?svc_userid=${crypto.randomUUID()}`, 403],
      [`POST /input/v1/${family}`, 422, { body: "{" }],
      [`POST /input/v1/${family}`, 422],
    ];
    for (const [route, status, options] of cases) {
      const response = await here.send(route, options);
      assertEquals(response.status, status, route);
      assertEquals(response.headers.get("content-type"), "application/problem+json", route);
      const problem = await response.json();
      assertEquals(
        Object.keys(problem).sort(),
        ["detail", "errors", "instance", "status", "title", "type"],
      );
      assertEquals(problem.status, status);
      assert(typeof problem.title === "string" && typeof problem.detail === "string");
    }
    const wrong = { name: "a/b", path: "rel", content_type: "?", content_length: -1, more: 1 };
    const { errors } = await here.json<{ errors: { location: string; value: unknown }[] }>(
      `POST /input/v1/${family}`,
      { body: JSON.stringify(wrong), status: 422 },
    );
    assertEquals(
      Object.fromEntries(errors.map(({ location, value }) => [location, value])),
      Object.fromEntries(Object.entries(wrong).map(([key, value]) => [`body.${key}`, value])),
    );
  }
});

Deno.test("the old paths behave like the new ones", async () => {
  await using here = await embedded();
  const { file, url } = await create(here, "a", 1, { family: "file_upload" });
  assertEquals((await send(here, url, text("1"))).status, 200);
  const old = `/input/v1/file_upload/${file.id}`;
  assertEquals(await here.json(`GET ${old}`), await get(here, file.id));
  assertEquals(await (await here.send(`GET ${old}/download`)).text(), "1");
  await upload(here, "a", "2");
  assertEquals((await here.json<FileVersion>(`POST ${old}/restore`)).restored_from_id, file.id);
  assertEquals((await here.send(`DELETE ${old}`)).status, 204);
});

Deno.test("other users' files can be neither read nor changed", async () => {
  await using here = await embedded();
  const id = await upload(here, "a", "1");
  const token = await here.service.issueToken(crypto.randomUUID());
  for (
    const route of [
      `GET /input/v1/file/${id}`,
      `GET /input/v1/file/${id}?svc_userid=${here.userid}`,
      `GET /input/v1/file/${id}/download?svc_userid=${here.userid}`,
      `GET /input/v1/file/${id}/download`,
      `DELETE /input/v1/file/${id}`,
      `POST /input/v1/file/${id}/restore`,
      `PUT /input/v1/file/${id}/identify`,
      `PUT /input/v1/file/${id}/data_type/HeartRate`,
    ]
  ) {
    const response = await here.send(route, { token });
    assertEquals([route, response.status], [route, 403]);
    await response.body?.cancel();
  }
  assertEquals((await get(here, id)).state, "uploaded");
});

Deno.test("behind a proxy all issued addresses are public", async () => {
  const publicUrl = "https://data.example.org";
  await using here = await embedded({ publicUrl });
  const body = JSON.stringify({
    name: "a.txt",
    path: "/",
    content_type: "text/plain",
    content_length: 3,
  });
  const { url, file } = await here.json<{ url: string; file: { id: string } }>(
    "POST /input/v1/file",
    { body },
  );
  assert(url.startsWith(`${publicUrl}/input/v1/file_content/`), url);
  const route = `POST ${new URL(url).pathname}`;
  await (await here.send(route, { token: null, body: "one" })).text();
  assertEquals(
    (await here.json<{ state: string }>(`GET /input/v1/file/${file.id}`)).state,
    "uploaded",
  );
  const instance = async (route: string, status: number): Promise<string> =>
    (await here.json<{ instance: string }>(route, { status })).instance;
  // A problem contains the full address, but neither the query nor the secret of an upload.
  assertEquals(await instance("GET /input/v1/file/x?a=b", 404), `${publicUrl}/input/v1/file/x`);
  assertEquals(await instance(route, 403), `${publicUrl}/input/v1/file_content/...`);
  const custom = await here.json<{ url: string }>("POST /input/v1/custom", {
    body: '{"name":"c"}',
  });
  assert(custom.url.startsWith(`${publicUrl}/input/v1/custom/`), custom.url);
  for (
    const wrong of [
      "data.example.org",
      "ftp://a",
      "https://a//b",
      "https://a/b%2Fc",
      "https://a?b",
      "https://u:p@a",
    ]
  ) {
    assertThrows(() => publicBase(wrong), RangeError);
  }
});
