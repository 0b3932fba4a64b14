import { type Endpoint, splitRoute } from "../api/endpoint.ts";
import type { ArgumentValues } from "./checkArguments.ts";

/**
 * Whether a call may be sent twice without doing anything twice: all but POST, and of POST those
 * whose records all carry an `id`, under which the service stores them only once.
 */
export function isRepeatable(endpoint: Endpoint, args: ArgumentValues): boolean {
  if (splitRoute(endpoint.route).method !== "POST") return true;
  if (endpoint.body !== "records") return false;
  const { body } = args;
  const records: unknown[] = Array.isArray(body) ? body : [body];
  return records.every((record) =>
    typeof (record as { id?: unknown } | null | undefined)?.id === "string"
  );
}
