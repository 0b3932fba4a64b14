import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { slowness, threadTime } from "../helpers/threadTime.ts";

/** Folders whose patterns see foreign texts: files, requests, answers. */
const FOLDERS = ["api", "frame/formats", "read", "schema", "service", "store", "time"];

/** Literals of patterns, after a character or word that a division cannot follow. */
const LITERAL =
  /(?<=[(,=:!&|?[;>\n]\s*|return\s)\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/g;

/** A hostile text repeats one of these, after one of the starts and before one of the ends. */
const REPEATED = [
  ..." 1aA_\t\n[]\";-,.:<(=/\\&%+TZ\r{'\u00a0#@",
  ...['""', "--", "<a", "a(", "1,", "1 ", ",111", "a=", "a/", "../", '\\"', " %", ";A=b", ":1"],
  ...["e1", "[ ", "a.", "a-", "1:1", "1.", '["a",', "<?xml ", "a b", ";VALUE=DATE"],
];
const STARTS = ["", "1", "a", '"', "[", "<", "<?xml", "{", ";A=", "DTSTART", "("];
const ENDS = ["\u0001", "x", "1", "\n!"];

/** Characters of a text, of a longer one, and the most milliseconds that both may take. */
const FEW = 2_000, MANY = 32_000, SOON = 1, LATE = 40 * slowness();

/** Returns the milliseconds that a pattern takes for a text. */
function timeOf(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const start = performance.now();
  pattern.test(text);
  const time = performance.now() - start;
  if (time < SOON) return time;
  pattern.lastIndex = 0;
  const begun = threadTime(); // asking for it takes longer than most patterns
  pattern.test(text);
  return threadTime() - begun;
}

function* patterns(folder: URL): Generator<{ source: string; flags: string; file: string }> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* patterns(new URL(`${name}/`, folder));
    else if (name.endsWith(".ts")) {
      const file = new URL(name, folder);
      const code = Deno.readTextFileSync(file).replaceAll(/^ *\/\*\*[^]*?\*\/|\/\/ .*$/gm, "");
      for (const [literal] of code.matchAll(LITERAL)) {
        const end = literal.lastIndexOf("/");
        const source = literal.slice(1, end), flags = literal.slice(end + 1);
        yield { source, flags, file: fileURLToPath(file) };
      }
    }
  }
}

/** Returns a text for which a pattern takes time that grows with the square of its length. */
function slowText(pattern: RegExp): string | undefined {
  for (const one of REPEATED) {
    for (const start of STARTS) {
      for (const end of ENDS) {
        const text = (length: number): string => start + one.repeat(length / one.length) + end;
        if (timeOf(pattern, text(FEW)) < SOON) continue;
        if (timeOf(pattern, text(MANY)) > LATE) return text(20);
      }
    }
  }
  return undefined;
}

Deno.test("the test finds a pattern that takes quadratic time", () => {
  for (const slow of [/\s*%$/, /^\d+\.?\d*$/, /<[^>]+>/]) {
    assert(slowText(slow) !== undefined, String(slow));
  }
});

Deno.test("no pattern for foreign texts takes time quadratic in the length of a text", () => {
  const tried = new Set<string>(), slow: string[] = [];
  for (const folder of FOLDERS) {
    const at = new URL(`../../src/${folder}/`, import.meta.url);
    for (const { source, flags, file } of patterns(at)) {
      if (tried.has(source)) continue;
      tried.add(source);
      const text = slowText(new RegExp(source, flags));
      if (text !== undefined) slow.push(`${file}: /${source}/ of ${JSON.stringify(text)}`);
    }
  }
  assert(tried.size > 300, `${tried.size} patterns`);
  assertEquals(slow, []);
});
