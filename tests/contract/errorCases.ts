import type { Case } from "./cases.ts";

/** A path of each family, with its methods. */
const PATHS: readonly (readonly [path: string, methods: readonly string[]])[] = [
  ["/data/v0/metrics_catalog", ["GET"]],
  ["/data/v0/{svc_userid}/sleep_stages", ["GET"]],
  ["/data/v1/catalog", ["GET"]],
  ["/data/v1alpha1/data_sources", ["GET"]],
  ["/ingest/v1/record", ["POST"]],
  ["/input/v1/custom", ["GET", "POST"]],
  ["/input/v1/file", ["GET", "POST"]],
  ["/input/v1/file_upload/recent_changes", ["GET"]],
  ["/user/v1alpha1/preferences", ["GET", "POST"]],
  ["/user/v1/group", ["GET", "POST"]],
  ["/events/v1/storage", ["POST"]],
  ["/oauth/token", ["POST"]],
];

/** Formats of errors in every family of paths. */
export const ERROR_CASES: readonly Case[] = PATHS.flatMap(([path, methods]): Case[] => {
  const isFile = path.startsWith("/input/v1/file");
  const type = isFile ? "application/problem+json" : "application/json";
  const shape = (status: number) => isFile ? { status, type: "about:blank", errors: null } : {};
  return [
    ...["GET", "POST", "PUT", "DELETE", "PATCH"].filter((method) => !methods.includes(method))
      .map((method): Case => ({
        operation: `${method} ${path}`,
        isElsewhere: true,
        status: 405,
        type,
        expect: { ...shape(405), detail: "Method not allowed" },
        allow: methods.flatMap((name) => name === "GET" ? ["GET", "HEAD"] : [name]).join(", "),
      })),
    {
      operation: `GET ${path}/there/is/nothing/here`,
      isElsewhere: true,
      status: 404,
      type,
      expect: { ...shape(404), detail: "Not found" },
    },
  ];
});
