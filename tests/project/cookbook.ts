import ts from "../../tools/packages/typescript.ts";
import * as lifeframe from "../../mod.ts";
import pl from "../../src/frame/polars.ts";

/** A recipe of a page of the cookbook. */
export interface Recipe {
  readonly question: string;
  readonly code: string;
}

/** Recipe with its answer. */
export interface Answer {
  /** Text of the answer. */
  readonly text: string;
  /** SVG of the answer if it is a chart. */
  readonly svg?: string;
}

/** Matches a question, its text, its code, and everything up to the next question. */
const RECIPE = /(^## (.+)\n[^]*?```ts ignore\n([^]*?)```\n)([^]*?)(?=^## |$(?![^]))/gm;

/** Most lines of output on a page. */
const LINES = 16;

/** Returns the recipes of a page. */
export function recipesOf(page: string): Recipe[] {
  return [...page.matchAll(RECIPE)].map(([, , question, code]) => ({
    question: question!,
    code: code!.trim(),
  }));
}

/** Runs a recipe; its last expression is the answer. */
export async function answer(code: string, me: unknown): Promise<Answer> {
  const source = ts.createSourceFile("recipe.ts", code, ts.ScriptTarget.ESNext, true);
  const last = source.statements.at(-1);
  if (last === undefined || !ts.isExpressionStatement(last)) {
    throw new Error(`Cannot run a recipe: its last line is not an expression, ${last?.getText()}.`);
  }
  const names = Object.keys(lifeframe);
  const text = `return (async () => {${code.slice(0, last.getStart())}\nreturn (${
    last.getText().replace(/;$/, "")
  });})()`;
  const run = new Function(...names, "me", "pl", text);
  return await shown(await run(...Object.values(lifeframe), me, pl));
}

async function shown(value: unknown): Promise<Answer> {
  if (value instanceof lifeframe.plot.Picture) {
    return { text: String(value), svg: await value.svg() };
  }
  if (typeof value !== "object" || value === null) return { text: clamped(String(value)) };
  const isFrame = String(value).startsWith("shape: (");
  const own = isFrame ? String(lifeframe.show.table(value as never, { width: 96 })) : String(value);
  const text = own === "[object Object]" || Array.isArray(value) ? Deno.inspect(value) : own;
  return { text: clamped(text) };
}

/** Returns the first lines of a text. */
function clamped(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return (lines.length > LINES ? [...lines.slice(0, LINES), "…"] : lines).join("\n");
}

/** Returns a page with the answers below its recipes. */
export function withAnswers(
  page: string,
  answers: ReadonlyMap<string, Answer>,
): string {
  return page.replaceAll(RECIPE, (_, head: string, question: string) => {
    const { text, svg } = answers.get(question)!;
    const picture = svg === undefined
      ? `\`\`\`text\n${text}\n\`\`\`\n\n`
      : `![${text.replaceAll(/[[\]]/g, "")}](cookbook/${slugOf(question)}.svg)\n\n`;
    return `${head}\n${picture}`;
  }).trimEnd() + "\n";
}

/** Returns the file name of a question. */
export function slugOf(question: string): string {
  return question.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}
