import { assertEquals } from "@std/assert";
import { networkReason } from "../../../src/client/errors/networkReason.ts";

const ORIGIN = "https://host.example";
const reason = (error: unknown) => networkReason(error, ORIGIN);

/** Returns errors with these messages, each the cause of the previous one. */
function chain(...messages: string[]): Error | undefined {
  return messages.reduceRight<Error | undefined>(
    (cause, message) => new Error(message, cause === undefined ? {} : { cause }),
    undefined,
  );
}

/** Messages of runtimes (Deno 2, Node 22), with the reported reason and whether it is temporary. */
const SAID: readonly (readonly [says: string, text: string, passing: boolean])[] = [
  ["tcp connect error: Connection refused (os error 111)", "refused the connection", true],
  ["connect ECONNREFUSED 127.0.0.1:1", "refused the connection", true],
  ["the target machine actively refused it", "refused the connection", true],
  ["dns error: failed to lookup address information", "was not found (DNS)", true],
  ["getaddrinfo ENOTFOUND host.example", "was not found (DNS)", true],
  ["getaddrinfo EAI_AGAIN host.example", "was not found (DNS)", true],
  ["Name or service not known", "was not found (DNS)", true],
  ["No such host is known", "was not found (DNS)", true],
  ["invalid peer certificate: UnknownIssuer", "the certificate of https://host.example", false],
  ["self-signed certificate in chain", "the certificate of https://host.example", false],
  ["received corrupt message of type InvalidContentType", "encrypted connection", true],
  ["TLS handshake eof", "encrypted connection", true],
  ["write EPROTO: SSL routines: wrong version", "encrypted connection", true],
  ["Connection reset by peer (os error 104)", "closed the connection", true],
  ["write EPIPE", "closed the connection", true],
  ["connection closed before message completed", "closed the connection", true],
  ["unexpected EOF during chunk", "closed the connection", true],
  ["Network is unreachable (os error 101)", "Check the network connection", true],
  ["No route to host", "Check the network connection", true],
  ["operation timed out", "did not accept the connection in time", true],
  ["connect ETIMEDOUT 10.0.0.1:443", "did not accept the connection in time", true],
  ["something else", "https://host.example could not be reached: something else", true],
];

Deno.test("networkReason() recognizes messages of runtimes, and which failures are temporary", () => {
  for (const [says, text, passing] of SAID) {
    const told = reason(new TypeError("fetch failed", { cause: new Error(says) }));
    assertEquals(
      [told.text.includes(text), told.passing],
      [true, passing],
      `${says}: ${told.text}`,
    );
    assertEquals(told.text.includes(ORIGIN), true, told.text);
  }
});

Deno.test("networkReason() reports the innermost of up to five causes, with its code", () => {
  assertEquals(reason(chain("a", "b", "c")).text, `${ORIGIN} could not be reached: c`);
  assertEquals(reason(chain("a", "b", "c", "d", "e")).text, `${ORIGIN} could not be reached: e`);
  assertEquals(
    reason(chain("a", "b", "c", "d", "e", "f")).text,
    `${ORIGIN} could not be reached: e`,
  );
  const coded = Object.assign(new Error("a"), { code: "EODD" });
  assertEquals(reason(coded).text, `${ORIGIN} could not be reached: a (EODD)`);
  assertEquals(reason(Object.assign(new Error("a"), { code: 7 })).text.endsWith(": a"), true);
});

Deno.test("networkReason() handles causes that are missing, text or circular", () => {
  for (const cause of [undefined, null]) {
    assertEquals(reason(new Error("a", { cause })).text, `${ORIGIN} could not be reached: a`);
    assertEquals(reason(cause).text, `${ORIGIN} could not be reached: `);
  }
  assertEquals(reason(new Error("a", { cause: "b" })).text, `${ORIGIN} could not be reached: b`);
  assertEquals(reason("b").text, `${ORIGIN} could not be reached: b`);
  const circle = new Error("a");
  circle.cause = circle;
  assertEquals(reason(circle).text, `${ORIGIN} could not be reached: a`);
});

Deno.test("networkReason() omits a runtime's words before the reason", () => {
  const error = new TypeError(
    "error sending request for url (https://host.example/): client error (odd)",
  );
  assertEquals(reason(error).text, `${ORIGIN} could not be reached: client error (odd)`);
});
