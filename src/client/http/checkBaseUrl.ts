const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the address of a service and gives it back without a slash at its end.
 *
 * @param what What is being done with which address, for messages.
 * @throws {TypeError} if it is no address of the form `https://host/path`
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
      }is no address; write it as https://host`,
    );
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(`Cannot ${action}: ${name} holds a user name or password; give a token`);
  }
  if (url.search !== "" || url.hash !== "") {
    throw new TypeError(`Cannot ${action}: ${name} has a part after ? or #; leave that out`);
  }
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname) && !allowInsecure) {
    throw new RangeError(
      `Cannot ${action}: ${url.origin} would get the token unencrypted; use https, or allowInsecure: true`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
