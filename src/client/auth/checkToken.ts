/**
 * Checks the shape of a token and returns it without surrounding white space. The message never
 * shows it.
 *
 * @throws {TypeError} if it is missing or not allowed in a header
 */
export function checkToken(token: unknown): string {
  if (typeof token !== "string" || token.trim() === "") {
    throw new TypeError(
      `Cannot connect: the token is ${
        token === undefined || token === null ? "missing" : "empty or not a string"
      }; sign in first, or create a session token`,
    );
  }
  const text = token.trim();
  if (/^bearer\s/i.test(text)) {
    throw new TypeError(
      'Cannot connect: the token starts with "Bearer". Pass the token without that word.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new TypeError("Cannot connect: the token contains white space or non-ASCII characters");
  }
  return text;
}
