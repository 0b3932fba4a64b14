import type { LogEntry } from "../service/service.ts";

/** Matches our tokens in any text: a JWT, or a secret with a prefix. */
const TOKEN = /eyJ[\w-]+\.[\w-]*\.[\w-]*|lf[a-z]_[\w-]{20,}/g;

/** Formats a log line for a request: time, id, request, response, duration. */
export function accessLog(entry: LogEntry, now: Temporal.Instant): string {
  const { id, method, path, status, milliseconds, error } = entry;
  const when = now.toString({ smallestUnit: "millisecond" });
  const why = error === undefined ? "" : ` ${String(error).replaceAll(/\s+/g, " ")}`;
  const line = `${when} ${id} ${method} ${path} ${status} ${milliseconds.toFixed(1)} ms${why}`;
  return line.replaceAll(TOKEN, "[token]");
}
