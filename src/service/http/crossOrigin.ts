import { Hono } from "hono";
import { cors } from "hono/cors";

/** Headers that programs in a browser may send in addition to those that need no leave. */
const SENT = ["authorization", "content-type"];

/** Headers that they may read: the rest of an answer is theirs anyway. */
const READ = ["content-digest", "content-length", "location", "retry-after", "x-request-id"];

/**
 * What answers, for pages of other origins too: for those that the owner names, and for no others. A
 * preflight is answered before anything else is looked at; no cookies are allowed, because a request
 * says with its token who asks.
 *
 * @param origins Such as `https://notebook.example.org`; none leaves all as it is.
 */
export function crossOrigin(
  answer: (request: Request) => Promise<Response>,
  origins: readonly string[],
): (request: Request) => Promise<Response> {
  if (origins.length === 0) return answer;
  const app = new Hono();
  app.use(cors({
    origin: [...origins],
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: SENT,
    exposeHeaders: READ,
    maxAge: 600,
  }));
  app.all("*", (c) => answer(c.req.raw));
  return async (request) => await app.fetch(request);
}

/**
 * An origin as browsers name it.
 *
 * @throws {RangeError} if the text is not an origin such as `https://notebook.example.org`
 */
export function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "")
  ) {
    return url.origin;
  }
  throw new RangeError(
    `Cannot allow the origin ${
      JSON.stringify(text)
    }: it is not an origin such as https://notebook.example.org`,
  );
}
