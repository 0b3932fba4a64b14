import { assertEquals } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import { plainLine, plainText } from "../../src/options/plainText.ts";

Deno.test("plainText() keeps lines and letters, and removes everything that controls a terminal", () => {
  assertEquals(plainText("Zürich\t1\n2 🙂"), "Zürich\t1\n2 🙂");
  assertEquals(plainText("a\u001b]0;title\u0007b\u009b31m\u202ec\r"), "a�]0;title�b�31m�c�");
  assertEquals(plainLine("a\r\nb"), "a��b");
});

Deno.test("a service's message appears in an error without escape sequences", async () => {
  const me = connect({
    baseUrl: "https://service.example",
    token: "token",
    fetch: () => Response.json({ detail: "wrong\u001b]0;owned\u0007" }, { status: 422 }),
  });
  const message = await me.api.user.info().then(() => "", (error: Error) => error.message);
  assertEquals(message.includes("wrong�]0;owned�"), true, message);
});
