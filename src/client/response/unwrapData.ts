/**
 * Unwraps a list that some services send as `{"data": [...]}`, with or without metadata about the
 * list. Returns any other answer unchanged. No answer of the interface has a list of that name.
 */
export function unwrapData(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  const { data } = answer as { data?: unknown };
  return Array.isArray(data) ? data : answer;
}
