import { Hono } from "hono";
import { cors } from "hono/cors";

/** Headers that browsers may send in addition to the ones that are always allowed. */
const SENT = ["authorization", "content-type"];

/** Headers that pages may read. */
const READ = ["content-digest", "content-length", "location", "retry-after", "x-request-id"];

/**
 * Answers pages of other origins, but only those that the owner lists. It answers preflights before
 * anything else. Cookies are not allowed, because each request identifies its caller with a token.
 *
 * @param origins Allowed origins, such as `https://notebook.example.org`.
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
 * Normalizes an origin as browsers do.
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
