import { assertEquals } from "@std/assert";
import { moduleNames, parseModule } from "../../tools/house/moduleNames.ts";

const TEXT = `
// import { no } from "./comment.ts";
import a, { type A } from "./a.ts";
import "./effects.ts";
import type { B } from "./b.ts";
import table from "./table.json" with { type: "json" };
export { c } from "./c.ts";
export * from "./all.ts";
export * as places from "./places/mod.ts";
export type * from "./types.ts";
const text = "./text.ts";
const late = async () => (await import("./late.ts")).default;
declare const module: typeof import("./module.ts");
let kind: import("./kind.ts").Kind[];
`;

Deno.test("moduleNames() finds every kind of import and export, and nothing else", () => {
  const found = moduleNames(parseModule(TEXT));
  const names = "a effects b table.json c all places/mod types late module kind".split(" ");
  assertEquals(
    found.map(({ text }) => text),
    names.map((name) => `./${name}${name.endsWith(".json") ? "" : ".ts"}`),
  );
  for (const name of found) {
    assertEquals(TEXT.slice(name.getStart(), name.getEnd()), `"${name.text}"`);
  }
});
