import { assertEquals } from "@std/assert";
import type { FileVersion } from "../../src/schema/files.ts";
import { openStore } from "../../src/store/openStore.ts";
import { type Embedded, embedded } from "./embedded.ts";
import { create, upload } from "./fileHelpers.ts";

async function names(here: Embedded, query: string): Promise<string[]> {
  const { files } = await here.json<{ files: FileVersion[] }>(`GET /input/v1/file${query}`);
  return files.map(({ name, state }) => `${name} ${state}`);
}

Deno.test("a listing filters by folder, name, state and time", async () => {
  let now = "2024-01-01T00:00:00Z";
  await using here = await embedded({ store: openStore({ clock: () => now }) });
  await upload(here, "a", "1", "/");
  await upload(here, "a", "2", "/x/y");
  await upload(here, "b", "3", "/x/y/");
  now = "2024-01-01T02:00:00Z";
  await upload(here, "b", "4", "/x/y");
  const gone = await upload(here, "c", "5", "/x/z/deep");
  await (await here.send(`DELETE /input/v1/file/${gone}`)).body?.cancel();
  await create(here, "d", 1, { path: "/xy" });
  assertEquals(await names(here, ""), ["a uploaded", "a uploaded", "b uploaded", "d created"]);
  assertEquals(await names(here, "?path=/x/y"), ["a uploaded", "b uploaded"]);
  assertEquals(await names(here, "?path=/x/y/&name=b"), ["b uploaded"]);
  assertEquals(await names(here, "?path=/x"), []);
  assertEquals(await names(here, "?name=b&include_archived=true"), ["b archived", "b uploaded"]);
  assertEquals(await names(here, "?include_deleted=1&name=c"), ["c deleted"]);
  for (const states of ["state=created,archived", "state=created&state=archived"]) {
    assertEquals(await names(here, `?${states}`), ["b archived", "d created"]);
  }
  assertEquals(await names(here, "?start_time=2024-01-01T02:00Z&end_time=2024-01-01T03:00Z"), [
    "b uploaded",
    "d created",
  ]);
  assertEquals(await names(here, "?end_time=2024-01-01T00:00:00Z"), []);
  const folders = async (query: string) =>
    (await here.json<{ folders: string[] }>(`GET /input/v1/file?${query}`)).folders;
  assertEquals(await folders(""), ["/", "/x/y", "/xy"]);
  assertEquals(await folders("path=/"), ["/x", "/xy"]);
  assertEquals(await folders("path=/x&include_deleted=true"), ["/x/y", "/x/z"]);
  for (const query of ["path=x/y", "path=", "state=lost", "path=/x/../y", "start_time=never"]) {
    const { errors } = await here.json<{ errors: { location: string; value: unknown }[] }>(
      `GET /input/v1/file?${query}`,
      { status: 422 },
    );
    assertEquals(errors[0]!.location, `query.${query.split("=")[0]}`);
    assertEquals(errors[0]!.value, query.split("=")[1]);
  }
});

Deno.test("changes in a range include the latest and earlier changes of a file", async () => {
  let now = "2024-01-01T00:00:00Z";
  await using here = await embedded({ store: openStore({ clock: () => now }) });
  const first = await upload(here, "a", "1");
  now = "2024-01-01T02:00:00Z";
  await upload(here, "a", "22");
  const changes = async (hour: number) => {
    const range = `start_time=2024-01-01T0${hour}:00Z&end_time=2024-01-01T0${hour + 1}:00Z`;
    const { files } = await here.json<{ files: { full_name: string; state: string }[] }>(
      `GET /input/v1/file/recent_changes?${range}`,
    );
    return files;
  };
  assertEquals(await changes(0), [{
    id: first,
    full_name: "/notes/a",
    scan_state: "clean",
    state: "archived",
    size: 1,
    uploaded_at: "2024-01-01T00:00:00.000000Z",
    archived_at: "2024-01-01T02:00:00.000000Z",
    deleted_at: null,
    last_scanned: "2024-01-01T00:00:00.000000Z",
  }] as unknown[] as never);
  assertEquals((await changes(2)).map((file) => file.state), ["archived", "uploaded"]);
  assertEquals(await changes(4), []);
  await here.json("GET /input/v1/file/recent_changes", { status: 422 });
});
