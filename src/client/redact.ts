/** The fewest characters that make a secret: shorter ones would be found everywhere. */
const SHORTEST = 4;

/** Text in which each of the secrets is replaced by `[token]`. */
export function redact(text: string, secrets: Iterable<string>): string {
  let safe = text;
  for (const secret of secrets) {
    if (secret.length >= SHORTEST) safe = safe.replaceAll(secret, "[token]");
  }
  return safe;
}
