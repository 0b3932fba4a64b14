import { assert, assertEquals } from "@std/assert";
import * as lifeframe from "@lifeframe/lifeframe";

// `deno doc mod.ts` shows a namespace's comment but not its members, so the comment lists them.

const NAMESPACES = new URL("../../src/app/guide/namespaces.ts", import.meta.url);
const WIDTH = 100;

/** Each namespace: its comment and its declaration. */
const EXPORTS =
  /\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n(?<declaration>export const (?<name>\w+):.*)/g;

/** Modules of the namespaces: `import * as plotModule from "../../plot/mod.ts"`. */
const MODULES = /^import \* as (?<name>\w+)Module from "\.\.\/\.\.\/(?<path>[^"]+)";$/gm;

/** Returns the comment of a namespace: its own first sentence, and its members. */
function commentOf(comment: string, name: string, path: string): string {
  const [first = ""] = comment.replaceAll(/^[ \t]*\*?[ \t]?/gm, "").trim().split("\n\n");
  const names = Object.keys((lifeframe as Record<string, unknown>)[name] as object).toSorted();
  const words = [
    ...names.map((name, i) => `\`${name}\`${i < names.length - 1 ? "," : "."}`),
    ..."Each in full:".split(" "),
    `\`deno doc ${path}\`.`,
  ];
  const lines = [""];
  for (const word of words) {
    if (`${lines.at(-1)} ${word}`.length > WIDTH - 3) lines.push("");
    lines[lines.length - 1] += ` ${word}`;
  }
  return `/**\n * ${first}\n *\n${lines.map((line) => ` *${line}`).join("\n")}\n */`;
}

Deno.test("deno doc mod.ts lists all members of each namespace", async () => {
  const text = await Deno.readTextFile(NAMESPACES);
  const paths = new Map([...text.matchAll(MODULES)].map(({ groups }) => [
    groups!["name"],
    `src/${groups!["path"]}`,
  ]));
  let count = 0;
  const wanted = text.replaceAll(EXPORTS, (...match) => {
    const { comment, declaration, name } = match.at(-1) as Record<string, string>;
    count++;
    return `${commentOf(comment!, name!, paths.get(name)!)}\n${declaration}`;
  });
  assert(count >= 7);
  assertEquals(count, paths.size);
  if (Deno.env.get("LIFEFRAME_UPDATE_README") === "1") await Deno.writeTextFile(NAMESPACES, wanted);
  else assertEquals(text, wanted, "deno task update writes it");
});
