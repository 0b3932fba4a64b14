import type { Case } from "./cases.ts";

const PROBLEM = "application/problem+json";
const NOTHING = "00000000-0000-4000-8000-000000000009";

function file(name: string, length: number, path: string): object {
  return { name, path, content_type: "text/plain", content_length: length };
}

/** Steps of a version from its announcement to its content. */
function uploaded(family: string, name: string, content: string, kept: string): Case[] {
  return [
    {
      operation: `POST /input/v1/${family}`,
      body: file(name, content.length, `/${family}/versions`),
      status: 200,
      expect: {
        file: {
          state: "created",
          size: content.length,
          uploaded_at: null,
          restored_from_id: "",
          source_data_types: null,
        },
      },
      keep: { [kept]: "file.id", upload: "url" },
    },
    {
      operation: `GET /input/v1/${family}/{input_id}/download`,
      path: { input_id: `{${kept}}` },
      status: 404,
      type: PROBLEM,
      expect: { status: 404, title: "Not Found", errors: null },
    },
    { operation: "POST {upload}", content, as: "none", status: 200, type: "text/plain" },
    // The address accepts content once.
    {
      operation: "PUT {upload}",
      content,
      as: "none",
      status: 403,
      type: PROBLEM,
      expect: { detail: "This address is unknown or has expired" },
    },
  ];
}

/**
 * Files from announcement to deletion, with versions, states and errors, under both names of the
 * family.
 */
export const FILE_CASES: readonly Case[] = ["file", "file_upload"].flatMap((family): Case[] => {
  const at = `/input/v1/${family}`, path = `/${family}/versions`;
  const old = { input_id: `{${family}_1}` }, now = { input_id: `{${family}_2}` };
  return [
    ...uploaded(family, "b.txt", "one", `${family}_1`),
    ...uploaded(family, "b.txt", "three", `${family}_2`),
    // The newer version archived the older; both can be read.
    { operation: `GET ${at}/{input_id}`, path: old, status: 200, expect: { state: "archived" } },
    {
      operation: `GET ${at}/{input_id}`,
      path: now,
      status: 200,
      expect: { state: "uploaded", scan_state: "clean", archived_at: null },
    },
    {
      operation: `GET ${at}/{input_id}/download`,
      path: old,
      status: 200,
      type: "text/plain",
      holds: ["one"],
    },
    { operation: `GET ${at}`, query: { path }, status: 200, expect: { files: [{ size: 5 }] } },
    {
      operation: `GET ${at}`,
      query: { path, include_archived: "True" },
      status: 200,
      expect: { files: [{ size: 3 }, { size: 5 }] },
    },
    ...[["archived"], ["archived,deleted"], ["archived", "created"]].map((state): Case => ({
      operation: `GET ${at}`,
      query: { path, state },
      status: 200,
      expect: { files: [{ size: 3, state: "archived" }] },
    })),
    {
      operation: `GET ${at}`,
      query: { path, state: "archived,uploaded" },
      status: 200,
      expect: { files: [{ state: "archived" }, { state: "uploaded" }] },
    },
    {
      operation: `GET ${at}`,
      query: { path, state: "archived,lost" },
      status: 422,
      type: PROBLEM,
      expect: { status: 422, errors: [{ location: "query.state" }] },
    },
    {
      operation: `GET ${at}`,
      query: { path: "relative" },
      status: 422,
      type: PROBLEM,
      expect: { errors: [{ location: "query.path", value: "relative" }] },
    },
    {
      operation: `GET ${at}`,
      query: { path, name: "c.txt" },
      status: 200,
      expect: { files: [] },
    },
    {
      operation: `GET ${at}`,
      query: { path: `/${family}` },
      status: 200,
      expect: { folders: [path] },
    },
    // Restore.
    { operation: `POST ${at}/{input_id}/restore`, path: now, status: 409, type: PROBLEM },
    {
      operation: `POST ${at}/{input_id}/restore`,
      path: old,
      status: 200,
      expect: {
        state: "uploaded",
        restored_from_id: `{${family}_1}`,
        size: 3,
        name: "b.txt",
        path,
        archived_at: null,
      },
      keep: { [`${family}_3`]: "id" },
    },
    {
      operation: `GET ${at}/{input_id}/download`,
      path: { input_id: `{${family}_3}` },
      status: 200,
      type: "text/plain",
      holds: ["one"],
    },
    { operation: `GET ${at}/{input_id}`, path: now, status: 200, expect: { state: "archived" } },
    // Delete.
    {
      operation: `DELETE ${at}/{input_id}`,
      path: { input_id: `{${family}_3}` },
      status: 204,
    },
    {
      operation: `GET ${at}/{input_id}`,
      path: { input_id: `{${family}_3}` },
      status: 200,
      expect: { state: "deleted" },
    },
    {
      operation: `GET ${at}/{input_id}/download`,
      path: { input_id: `{${family}_3}` },
      status: 404,
      type: PROBLEM,
      expect: { detail: "The file is deleted" },
    },
    {
      operation: `POST ${at}/{input_id}/restore`,
      path: { input_id: `{${family}_3}` },
      status: 409,
      type: PROBLEM,
    },
    { operation: `GET ${at}`, query: { path }, status: 200, expect: { files: [] } },
    {
      operation: `GET ${at}`,
      query: { path, include_deleted: "1" },
      status: 200,
      expect: { files: [{ state: "deleted" }] },
    },
    // Missing files, and other users' files.
    ...[`GET ${at}/{input_id}`, `GET ${at}/{input_id}/download`, `DELETE ${at}/{input_id}`].map((
      operation,
    ): Case => ({ operation, path: { input_id: NOTHING }, status: 404, type: PROBLEM })),
    {
      operation: `POST ${at}/{input_id}/restore`,
      path: { input_id: NOTHING },
      status: 404,
      type: PROBLEM,
    },
    ...[`GET ${at}/{input_id}`, `GET ${at}/{input_id}/download`].flatMap((operation): Case[] => [
      { operation, path: now, as: "other", status: 403, type: PROBLEM },
      {
        operation,
        path: now,
        query: { svc_userid: "{svc_userid}" },
        as: "other",
        status: 403,
        type: PROBLEM,
        expect: { status: 403, title: "Forbidden", type: "about:blank" },
      },
    ]),
    { operation: `DELETE ${at}/{input_id}`, path: now, as: "other", status: 403, type: PROBLEM },
    {
      operation: `POST ${at}/{input_id}/restore`,
      path: now,
      as: "other",
      status: 403,
      type: PROBLEM,
    },
    { operation: `GET ${at}/{input_id}`, path: now, as: "none", status: 401, type: PROBLEM },
    // Invalid announcements; each error names the field.
    ...[
      ["path", file("b.txt", 1, "notes")],
      ["name", file("a/b", 1, path)],
      ["content_length", file("b.txt", -1, path)],
      ["more", { ...file("b.txt", 1, path), more: 1 }],
    ].map(([field, body]): Case => ({
      operation: `POST ${at}`,
      body,
      status: 422,
      type: PROBLEM,
      expect: { errors: [{ location: `body.${field}` }] },
    })),
    { operation: `POST ${at}`, body: [], status: 422, type: PROBLEM },
    {
      operation: `GET ${at}/recent_changes`,
      status: 422,
      type: PROBLEM,
      expect: { errors: [{ location: "query.start_time" }, { location: "query.end_time" }] },
    },
  ];
});
