const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the address of a service and returns it without a trailing slash.
 *
 * @param what The action and the name of the address, for messages.
 * @throws {TypeError} if it does not have the form `https://host/path`
 * @throws {RangeError} if it would send the token unencrypted to another machine
 */
export function checkBaseUrl(
  baseUrl: string | URL,
  allowInsecure: boolean,
  what: { action: string; name: string } = { action: "connect", name: "baseUrl" },
): string {
  const { action, name } = what;
  const text = String(baseUrl);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new TypeError(
      `Cannot ${action}: ${name} ${
        text.includes("@") ? "" : `${JSON.stringify(text)} `
      }is not an address; write it as https://host`,
    );
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(
      `Cannot ${action}: ${name} contains a user name or password. Pass a token instead.`,
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new TypeError(
      `Cannot ${action}: ${name} has a query or a fragment. Remove everything from ? or # on.`,
    );
  }
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname) && !allowInsecure) {
    throw new RangeError(
      `Cannot ${action}: the token would be sent to ${url.origin} unencrypted. Use https, or pass allowInsecure: true.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
