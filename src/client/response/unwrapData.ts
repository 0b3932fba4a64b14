/**
 * An answer as it is, or what it wraps: some services give a list as `{"data": [...]}`, with or without
 * members about the list beside it. No answer of the interface has a list of that name.
 */
export function unwrapData(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  const { data } = answer as { data?: unknown };
  return Array.isArray(data) ? data : answer;
}
