import { assert, assertEquals } from "@std/assert";
import * as lifeframe from "@lifeframe/lifeframe";

// `deno doc mod.ts` shows a namespace's comment and not what the namespace re-exports: the comment names it.

const MOD = new URL("../../mod.ts", import.meta.url);
const WIDTH = 100;

/** Each namespace of mod.ts: its comment and where it lies. */
const EXPORTS =
  /\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\nexport \* as (?<name>\w+) from "\.\/(?<path>[^"]+)";/g;

/** The comment of a namespace: its own first sentence, and what it has. */
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

Deno.test("deno doc mod.ts names all that each namespace has", async () => {
  const text = await Deno.readTextFile(MOD);
  let count = 0;
  const wanted = text.replaceAll(EXPORTS, (...match) => {
    const { comment, name, path } = match.at(-1) as Record<string, string>;
    count++;
    return `${commentOf(comment!, name!, path!)}\nexport * as ${name} from "./${path}";`;
  });
  assert(count >= 7);
  if (Deno.env.get("LIFEFRAME_UPDATE_README") === "1") await Deno.writeTextFile(MOD, wanted);
  else assertEquals(text, wanted, "deno task update writes it");
});
