/** From how many characters on a secret is found wherever it stands: no word is as long and as odd. */
const LONG = 16;
/** From how many on one that is no plain word is found where it stands alone. */
const ODD = 8;

/**
 * Text in which each of the secrets is replaced by `[token]`, also where it is percent-encoded or
 * escaped as JSON.
 *
 * A token that a service issues is long and looks like nothing else; it is replaced wherever it
 * stands, inside of other text too. One of 8 to 15 characters is replaced where it stands alone, if it
 * has anything but letters. What is shorter, or a plain word such as `wrong`, is no secret that could
 * be told from the text around it: it is replaced only where the text itself says that it is the
 * token, as in `Bearer wrong` or `token=wrong`, so that no word is cut out of a message.
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

/** Where a secret is looked for, written in one of its forms; what stands before it is kept. */
function pattern(secret: string, form: string): RegExp {
  const text = RegExp.escape(form);
  if (secret.length >= LONG) return new RegExp(`()${text}`, "g");
  const isAlone = `${text}(?![A-Za-z0-9])`;
  return secret.length >= ODD && /[^A-Za-z]/.test(secret)
    ? new RegExp(`(^|[^A-Za-z0-9])${isAlone}`, "g")
    : new RegExp(`(\\bbearer\\s+|token["']?\\s*[:=]\\s*["']?)${isAlone}`, "gi");
}
