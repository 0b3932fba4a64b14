import { assert, assertEquals } from "@std/assert";
import { demo } from "../../mod.ts";
import { type Answer, answer, recipesOf, slugOf, withAnswers } from "./cookbook.ts";

const DOCS = new URL("../../docs/", import.meta.url);
const PAGES = ["sleep", "heart", "activity", "compare", "data", "share"]
  .map((name) => new URL(`cookbook-${name}.md`, DOCS));
const UPDATE = Deno.env.get("LIFEFRAME_UPDATE_README") === "1";

Deno.test("the cookbook answers seventy questions in eight lines of code each", async () => {
  const texts = await Promise.all(PAGES.map((page) => Deno.readTextFile(page)));
  const recipes = texts.flatMap(recipesOf);
  assert(recipes.length >= 60, `${recipes.length} recipes`);
  assertEquals(new Set(recipes.map(({ question }) => question)).size, recipes.length);
  assertEquals(recipes.filter(({ code }) => code.split("\n").length > 8), []);
  assertEquals(recipes.length, texts.join("\n").match(/^## /gm)!.length);
});

Deno.test("every recipe gives the output and the chart that its page shows", async () => {
  const me = await demo({ days: 120 }), cwd = Deno.cwd(), folder = await Deno.makeTempDir();
  try {
    Deno.chdir(folder);
    for (const page of PAGES) {
      const text = await Deno.readTextFile(page), answers = new Map<string, Answer>();
      for (const { question, code } of recipesOf(text)) {
        const made: Answer = await answer(code, me).catch((error: Error) => {
          throw new Error(`${question}: ${error.message}`, { cause: error });
        });
        answers.set(question, made);
        if (made.svg === undefined) continue;
        const file = new URL(`cookbook/${slugOf(question)}.svg`, DOCS);
        if (UPDATE) await Deno.writeTextFile(file, made.svg);
        else assertEquals(made.svg, await Deno.readTextFile(file), question);
      }
      const wanted = withAnswers(text, answers);
      if (UPDATE) await Deno.writeTextFile(page, wanted);
      else assertEquals(text, wanted, "LIFEFRAME_UPDATE_README=1 writes the outputs");
    }
  } finally {
    Deno.chdir(cwd);
    await Deno.remove(folder, { recursive: true });
  }
});
