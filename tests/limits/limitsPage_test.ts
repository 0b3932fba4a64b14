import { assertEquals } from "@std/assert";
import { limitsPage } from "./limitsPage.ts";

Deno.test("docs/limits.md lists every limit", () => {
  const page = new URL("../../docs/limits.md", import.meta.url);
  if (Deno.env.get("LIFEFRAME_UPDATE_README") === "1") Deno.writeTextFileSync(page, limitsPage());
  const words = (text: string): string[] => text.replaceAll(/-{3,}/g, "---").split(/\s+/); // the formatter wraps lines
  assertEquals(
    words(Deno.readTextFileSync(page)),
    words(limitsPage()),
    "run with LIFEFRAME_UPDATE_README=1",
  );
});
