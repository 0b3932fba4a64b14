import type { Renaming } from "../../api/fields/names.ts";
import { docsPage } from "./docsPage.ts";
import { openapi } from "./openapi.ts";
import { PAGE_HEADERS } from "../encode/pageFrame.ts";
import { respond } from "../http/respond.ts";
import type { Extra } from "../http/extra.ts";

/** Paths of the descriptions for programs and for people. */
export const OPENAPI_PATH = "/openapi.json", DOCS_PATH = "/docs";

/**
 * Returns the endpoints that describe the service, without a bearer token. The documents are
 * created on first use.
 */
export function documentExtras(toWire: Renaming | undefined, prefix: string): Extra[] {
  const document = keepBytes(() => Promise.resolve(JSON.stringify(openapi(toWire, prefix))));
  const page = keepBytes(() => docsPage(toWire));
  return [
    {
      methods: ["GET"],
      path: OPENAPI_PATH,
      answer: async () =>
        respond([await document()], { status: 200, contentType: "application/json" }),
    },
    {
      methods: ["GET"],
      path: DOCS_PATH,
      answer: async () =>
        respond([await page()], {
          status: 200,
          contentType: "text/html; charset=utf-8",
          headers: PAGE_HEADERS,
        }),
    },
  ];
}

function keepBytes(make: () => Promise<string>): () => Promise<Uint8Array> {
  let bytes: Promise<Uint8Array> | undefined;
  return () => bytes ??= make().then((text) => new TextEncoder().encode(text));
}
