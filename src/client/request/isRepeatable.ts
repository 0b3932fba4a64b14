import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import { haveIds } from "./recordIds.ts";
import type { ArgumentValues } from "./argumentValues.ts";

/**
 * Whether a call may be sent twice without doing anything twice: all but POST, and of POST those
 * whose records all carry what identifies them, under which the service stores them only once.
 */
export function isRepeatable(endpoint: Endpoint, args: ArgumentValues): boolean {
  if (splitRoute(endpoint.route).method !== "POST") return true;
  if (endpoint.body !== "records") return false;
  const { body, data_type } = args;
  const records: unknown[] = Array.isArray(body) ? body : [body];
  return haveIds(records.map((record) => Object(record)), String(data_type));
}
