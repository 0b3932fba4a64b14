/** Length from which a secret is replaced everywhere: no ordinary word is as long. */
const LONG = 16;
/**
 * Length from which a secret with characters other than letters is replaced if it is a separate
 * word.
 */
const ODD = 8;

/**
 * Replaces each secret with `[token]`, even if it is percent-encoded or escaped as JSON.
 *
 * A token issued by a service is long and unlike any other text, so it is replaced everywhere, even
 * inside other text. A secret of 8 to 15 characters is replaced if it is a separate word and
 * contains anything but letters. A shorter one, or a plain word such as `wrong`, could occur in any
 * message. It is replaced only after a word that announces a token, as in `Bearer wrong` or
 * `token=wrong`.
 */
export function redact(text: string, secrets: Iterable<string>): string {
  let safe = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
    for (const form of new Set(forms)) safe = safe.replaceAll(pattern(secret, form), "$1[token]");
  }
  return safe;
}

/** Returns a pattern that finds one form of a secret and captures the text before it. */
function pattern(secret: string, form: string): RegExp {
  const text = RegExp.escape(form);
  if (secret.length >= LONG) return new RegExp(`()${text}`, "g");
  const isAlone = `${text}(?![A-Za-z0-9])`;
  return secret.length >= ODD && /[^A-Za-z]/.test(secret)
    ? new RegExp(`(^|[^A-Za-z0-9])${isAlone}`, "g")
    : new RegExp(`(\\bbearer\\s+|token["']?\\s*[:=]\\s*["']?)${isAlone}`, "gi");
}
