/**
 * Returns the seconds to wait according to a `Retry-After` header (RFC 9110, 10.2.3). A date is
 * compared with the response's own `Date`, so the result does not depend on the local clock.
 * Returns `undefined` if the header is missing or unreadable.
 */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - Date.parse(headers.get("date") ?? "")) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
