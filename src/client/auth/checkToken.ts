/**
 * Checks the shape of a token, white space around it aside, and gives it back. The message never
 * shows it.
 *
 * @throws {TypeError} if it is missing or cannot stand in a header
 */
export function checkToken(token: unknown): string {
  if (typeof token !== "string" || token.trim() === "") {
    throw new TypeError(
      `Cannot connect: the token is ${
        token === undefined || token === null ? "missing" : "no text or empty"
      }; sign in first, or make a session token`,
    );
  }
  const text = token.trim();
  if (/^bearer\s/i.test(text)) {
    throw new TypeError('Cannot connect: give the token without the word "Bearer"');
  }
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new TypeError("Cannot connect: the token holds white space or characters out of ASCII");
  }
  return text;
}
