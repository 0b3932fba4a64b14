import type { LogEntry } from "../service/service.ts";

/** What looks like a token of ours, wherever somebody has put it: a JWT, or a secret with a prefix. */
const TOKEN = /eyJ[\w-]+\.[\w-]*\.[\w-]*|lf[a-z]_[\w-]{20,}/g;

/** A line of the log for a request: when, its id, what was asked, what was answered, how fast. */
export function accessLog(entry: LogEntry, now: Temporal.Instant): string {
  const { id, method, path, status, milliseconds, error } = entry;
  const when = now.toString({ smallestUnit: "millisecond" });
  const why = error === undefined ? "" : ` ${String(error).replaceAll(/\s+/g, " ")}`;
  const line = `${when} ${id} ${method} ${path} ${status} ${milliseconds.toFixed(1)} ms${why}`;
  return line.replaceAll(TOKEN, "[token]");
}
