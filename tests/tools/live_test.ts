import { assertEquals } from "@std/assert";
import { LIVE_SCRIPT_FILE, liveScriptModule } from "../../tools/live/build.ts";

Deno.test("the script of pages matches tools/live; otherwise run deno task dev live", async () => {
  assertEquals(await Deno.readTextFile(LIVE_SCRIPT_FILE), await liveScriptModule());
});
