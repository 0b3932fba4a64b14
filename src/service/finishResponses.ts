import { compress } from "./encode/compress.ts";
import { shownPath } from "./files/uploadKey.ts";
import type { Outcome } from "./router.ts";
import type { LogEntry } from "./service.ts";

/** Prevents caching and content sniffing. */
const PERSONAL = [["Cache-Control", "no-store"], ["X-Content-Type-Options", "nosniff"]] as const;

/** Completes responses with compression, a request id and headers, and logs each. */
export function finishResponses(
  route: (request: Request) => Promise<Outcome>,
  onLog?: (entry: LogEntry) => void,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const id = crypto.randomUUID(), begun = performance.now();
    const { response: plain, error } = await route(request);
    const response = await compress(request, plain);
    response.headers.set("X-Request-Id", id);
    for (const [name, value] of PERSONAL) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    onLog?.({
      id,
      method: request.method,
      path: shownPath(request),
      status: response.status,
      milliseconds: performance.now() - begun,
      ...(error === undefined ? {} : { error }),
    });
    return response;
  };
}
