import { assertEquals } from "@std/assert";
import { limitsPage } from "./limitsPage.ts";

Deno.test("docs/limits.md lists every limit", () => {
  const page = new URL("../../docs/limits.md", import.meta.url);
  if (Deno.env.get("LIFEFRAME_UPDATE_README") === "1") Deno.writeTextFileSync(page, limitsPage());
  assertEquals(Deno.readTextFileSync(page), limitsPage(), "run with LIFEFRAME_UPDATE_README=1");
});
