import { assertEquals } from "@std/assert";
import type { FileVersion } from "../../../src/schema/files.ts";
import { openStore } from "../../../src/store/openStore.ts";
import { type Embedded, embedded } from "../embedded.ts";

const SECRET = "the-storage-says-so";

function message(objectId: string, messageId: string, eventType = "OBJECT_FINALIZE"): object {
  return {
    subscription: "files",
    message: {
      data: "",
      messageId,
      publishTime: "2024-01-01T00:00:00Z",
      attributes: {
        bucketId: "bucket",
        eventTime: "2024-01-01T00:00:00Z",
        eventType,
        notificationConfig: "config",
        objectGeneration: "1",
        objectId,
        payloadFormat: "JSON_API_V1",
        overwroteGeneration: null,
      },
    },
  };
}

async function tell(
  here: Embedded,
  body: unknown,
  token: string | null = SECRET,
): Promise<number> {
  const response = await here.send("POST /events/v1/storage", {
    token,
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return response.status;
}

async function create(here: Embedded): Promise<string> {
  const { file } = await here.json<{ file: FileVersion }>("POST /input/v1/file", {
    body: JSON.stringify({
      name: "a",
      path: "/",
      content_type: "text/plain",
      content_length: 3,
    }),
  });
  return file.id;
}

const get = (here: Embedded, id: string) => here.json<FileVersion>(`GET /input/v1/file/${id}`);

Deno.test("a message of the storage changes a created file to uploaded, once", async () => {
  let now = "2024-01-01T00:00:00Z";
  await using here = await embedded({
    store: openStore({ clock: () => now }),
    storageSecret: SECRET,
  });
  const id = await create(here);
  for (
    const [other, type] of [["n1", "OBJECT_DELETE"], ["n2", "OBJECT_METADATA_UPDATE"]] as const
  ) {
    assertEquals(await tell(here, message(id, other, type)), 204);
  }
  assertEquals((await get(here, id)).state, "created");
  now = "2024-01-01T00:01:00Z";
  assertEquals(await tell(here, message(id, "m1")), 204);
  const uploaded = await get(here, id);
  assertEquals([uploaded.state, uploaded.uploaded_at], ["uploaded", "2024-01-01T00:01:00.000000Z"]);
  now = "2024-01-01T00:02:00Z";
  for (const replay of ["m1", "m2"]) {
    assertEquals(await tell(here, message(id, replay)), 204);
    assertEquals(await get(here, id), uploaded);
  }
  const newer = await create(here);
  assertEquals(await tell(here, message(newer, "m3")), 204);
  const archived = await get(here, id);
  assertEquals([archived.state, archived.archived_at], ["archived", "2024-01-01T00:02:00.000000Z"]);
  assertEquals(await tell(here, message(id, "m1")), 204);
  assertEquals((await get(here, id)).state, "archived");
  assertEquals(await tell(here, message("nothing", "m4")), 204);
});

Deno.test("a message without the storage's secret, or in another format, changes nothing", async () => {
  await using here = await embedded({ storageSecret: SECRET });
  const id = await create(here);
  for (const token of [null, "", "x", here.token, `${SECRET}x`, SECRET.slice(1)]) {
    assertEquals(await tell(here, message(id, "m1"), token), 401);
  }
  for (const body of [null, {}, { message: { messageId: "m1" } }]) {
    assertEquals(await tell(here, body), 422);
  }
  assertEquals((await get(here, id)).state, "created");
  await using closed = await embedded();
  for (const token of [null, "", "undefined"]) assertEquals(await tell(closed, {}, token), 401);
});
