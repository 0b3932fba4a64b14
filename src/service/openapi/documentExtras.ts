import type { Renaming } from "../../api/fields/names.ts";
import { docsPage } from "./docsPage.ts";
import { inSteps, makePause } from "../../options/pause.ts";
import { openapiSteps } from "./openapi.ts";
import { acceptsGzip, compress } from "../encode/compress.ts";
import { PAGE_HEADERS } from "../encode/pageFrame.ts";
import { respond, type RespondOptions } from "../http/respond.ts";
import type { Extra } from "../http/extra.ts";

/** Paths of the descriptions for programs and for people. */
const OPENAPI_PATH = "/openapi.json", DOCS_PATH = "/docs";

/**
 * Returns the endpoints that describe the service, without a bearer token. The documents are
 * created on first use.
 */
export function documentExtras(toWire: Renaming | undefined, prefix: string): Extra[] {
  const document = async (): Promise<string> =>
    JSON.stringify(await inSteps(openapiSteps(toWire, prefix), makePause(undefined)));
  return [
    { methods: ["GET"], path: OPENAPI_PATH, answer: kept(document, "application/json") },
    {
      methods: ["GET"],
      path: DOCS_PATH,
      answer: kept(() => docsPage(toWire), "text/html; charset=utf-8", PAGE_HEADERS),
    },
  ];
}

/**
 * Returns an answer that is made, hashed and compressed once. It needs no token, so anyone may
 * request it thousands of times at once.
 */
function kept(
  make: () => Promise<string>,
  contentType: string,
  headers: RespondOptions["headers"] = {},
): (request: Request) => Promise<Response> {
  let text: Promise<Uint8Array> | undefined;
  const answerTo = async (request: Request): Promise<KeptAnswer> => {
    const bytes = await (text ??= make().then((all) => new TextEncoder().encode(all)));
    const plain = await respond([bytes], { status: 200, contentType, headers });
    const answer = acceptsGzip(request.headers) ? await compress(request, plain) : plain;
    return { body: await answer.bytes(), headers: [...answer.headers] };
  };
  const answers = new Map<boolean, Promise<KeptAnswer>>();
  return async (request) => {
    const { body, headers } = await answers.getOrInsertComputed(
      acceptsGzip(request.headers),
      () => answerTo(request),
    );
    return new Response(body, { headers });
  };
}

/** Body and headers of an answer. */
interface KeptAnswer {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: [string, string][];
}
