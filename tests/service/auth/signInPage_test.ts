import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DOMParser } from "linkedom";
import {
  codePage,
  decidedPage,
  decisionPage,
  errorPage,
} from "../../../src/service/auth/signInPage.ts";

interface Element {
  readonly textContent: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
}

/** Elements of a page that match a selector. */
function found(page: string, selector: string): Element[] {
  const document = new DOMParser().parseFromString(page, "text/html");
  return [...document.querySelectorAll(selector) as Iterable<Element>];
}

const texts = (page: string, selector: string): string[] =>
  found(page, selector).map(({ textContent }) => textContent.replaceAll(/\s+/g, " ").trim());
/** Values of a form's fields with a name. */
const values = (page: string, name: string): (string | null)[] =>
  found(page, `input[name=${name}]`).map((input) => input.getAttribute("value"));

const REQUEST = { clientId: "a <b>program</b>", scope: "openid", expires: 1_704_067_200_000_000n };
const decision = (users: string[], scope = REQUEST.scope): Promise<string> =>
  decisionPage({
    userCode: "BCDFGHJK",
    request: { ...REQUEST, scope } as Parameters<typeof decisionPage>[0]["request"],
    users,
    formToken: "token-1",
  });

Deno.test("codePage() asks for code and proof, and focuses the first empty field", async () => {
  const empty = await codePage();
  assertEquals([values(empty, "user_code"), values(empty, "proof")], [[""], [""]]);
  assertEquals(found(empty, "[role=alert]"), []);
  const focus = (page: string): (string | null)[] =>
    found(page, "[autofocus]").map((input) => input.getAttribute("name"));
  assertEquals(focus(empty), ["user_code"]);
  const filled = await codePage({ userCode: "BCDF-GHJK", proof: "<x>", problem: "No such <code>" });
  assertEquals([values(filled, "user_code"), values(filled, "proof")], [["BCDF-GHJK"], ["<x>"]]);
  assertEquals(texts(filled, "[role=alert]"), ["No such <code>"]);
  assertEquals(focus(filled), ["proof"]);
});

Deno.test("decisionPage() names and sends a single user", async () => {
  const page = await decision(["ada&co"]);
  assertEquals(values(page, "userid"), ["ada&co"]);
  assertEquals(found(page, "input[name=userid]")[0]!.getAttribute("type"), "hidden");
  assert(texts(page, "p").includes("User: ada&co"));
  assertEquals(found(page, "fieldset"), []);
});

Deno.test("decisionPage() offers several users without a preselection", async () => {
  const page = await decision(["ada", "ben", "cyd"]);
  assertEquals(values(page, "userid"), ["ada", "ben", "cyd"]);
  assertEquals(texts(page, "label"), ["ada", "ben", "cyd"]);
  for (const choice of found(page, "input[name=userid]")) {
    assertEquals(choice.getAttribute("type"), "radio");
    assert(choice.hasAttribute("required") && !choice.hasAttribute("checked"));
  }
});

Deno.test("decisionPage() shows the grouped code, the program, its request and the deadline", async () => {
  const page = await decision(["ada"]);
  assertEquals(texts(page, ".code"), ["BCDF-GHJK"]);
  assertEquals([values(page, "user_code"), values(page, "form_token")], [["BCDF-GHJK"], [
    "token-1",
  ]]);
  assertEquals(texts(page, "strong")[0], "a <b>program</b>");
  const [note] = texts(page, ".note");
  assertStringIncludes(note!, "Scope: openid. The code is good until 2024-01-01 00:00 UTC.");
  assertEquals(
    found(page, "button[name=decision]").map((button) => button.getAttribute("value")),
    ["approve", "deny"],
  );
});

Deno.test("decisionPage() says whether the program stays signed in", async () => {
  const once = await decision(["ada"], "openid"),
    stays = await decision(["ada"], "openid offline_access");
  assertStringIncludes(texts(once, "p").join(" "), "the user that you choose, for one hour.");
  assertStringIncludes(
    texts(stays, "p").join(" "),
    ", and stays signed in until it is not used for 90",
  );
});

Deno.test("decidedPage() shows the decision, and errorPage() why nothing changed", async () => {
  const approved = await decidedPage(true), denied = await decidedPage(false);
  assertStringIncludes(approved, "The program is signed in");
  assertStringIncludes(denied, "The program was denied access");
  for (const [page, title] of [[approved, "Approved"], [denied, "Denied"]] as const) {
    assertStringIncludes(page, `<title>${title}`);
  }
  assertStringIncludes(await errorPage("The code <b>"), "The code &lt;b&gt;");
});
