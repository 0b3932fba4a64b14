import { assertStringIncludes } from "@std/assert";
import { decidedPage, errorPage } from "../../../src/service/auth/signInPage.ts";

Deno.test("decidedPage() says whether the program was let in, errorPage() why nothing was done", async () => {
  const approved = await decidedPage(true), denied = await decidedPage(false);
  assertStringIncludes(approved, "The program is signed in");
  assertStringIncludes(denied, "The program was denied access");
  for (const [page, title] of [[approved, "Approved"], [denied, "Denied"]] as const) {
    assertStringIncludes(page, `<title>${title}`);
  }
  assertStringIncludes(await errorPage("The code <b>"), "The code &lt;b&gt;");
});
