/**
 * The seconds that a `Retry-After` header asks to wait (RFC 9110, 10.2.3); a date is counted from
 * the answer's own `Date`, so that no clock is read. Undefined where there is none that can be read.
 */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - Date.parse(headers.get("date") ?? "")) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
