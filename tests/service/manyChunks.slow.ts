import { assert, assertMatch } from "@std/assert";
import { slowness, threadTime } from "../helpers/threadTime.ts";
import { reached } from "./connectionsFrom.ts";

Deno.test("a body of many chunks does not hold up others", async () => {
  const here = await reached();
  try {
    const [socket] = await here.open("127.0.0.2", 1);
    let answer = "", longest = 0, last = threadTime();
    socket!.on("data", (bytes) => answer += String(bytes));
    socket!.write(
      "POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n" +
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n" +
        "1\r\na\r\n".repeat(60_000) + "0\r\n\r\n",
    );
    while (answer === "") {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const now = threadTime();
      longest = Math.max(longest, now - last);
      last = now;
    }
    assertMatch(answer, /^HTTP\/1.1 400 /); // the form has no grant
    assert(longest < 500 * slowness(), `${Math.round(longest)} ms`);
  } finally {
    await here.stop();
  }
});
