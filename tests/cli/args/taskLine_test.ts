import { assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allow } from "../../../src/cli/args/permissions.ts";
import { quoteArgument, unrestrictedLine } from "../../../src/cli/args/taskLine.ts";

Deno.test("on Windows an argument is quoted for cmd and PowerShell", () => {
  const cases = [
    ["C:\\Users\\jd\\data", "C:\\Users\\jd\\data"],
    ["C:\\Users\\Jörg Doe\\data", '"C:\\Users\\Jörg Doe\\data"'],
    ["D:\\a;b (1)", '"D:\\a;b (1)"'],
    ["it's", '"it\'s"'],
    ["", '""'],
  ] as const;
  for (const [argument, expected] of cases) {
    assertEquals(quoteArgument(argument, "win32"), expected);
  }
});

Deno.test("on other platforms an argument is quoted for a POSIX shell", () => {
  const cases = [["a/b", "a/b"], ["a b", "'a b'"], ["a\\b", "'a\\b'"], [
    "it's",
    "'it'\\''s'",
  ]] as const;
  for (const [argument, expected] of cases) {
    assertEquals(quoteArgument(argument, "linux"), expected);
  }
});

Deno.test("a permission contains Windows paths unchanged, and rejects a comma, which separates paths", () => {
  assertEquals(
    allow("read", ["C:\\Users\\Jörg Doe", "D:\\a;b", "\\\\server\\share"]),
    "--allow-read=C:\\Users\\Jörg Doe,D:\\a;b,\\\\server\\share",
  );
  assertThrows(() => allow("read", ["C:\\a,b"]), RangeError, "C:\\a,b");
});

Deno.test("a command line with all permissions has the path of the program from the folder", () => {
  const project = fileURLToPath(new URL("../../../", import.meta.url));
  const start = "npx -y deno@2.9.6 run -A ";
  assertEquals(
    unrestrictedLine("store", ["check", "FILE"], project),
    `${start}${join("src", "cli", "store.ts")} check FILE`,
  );
  const whole = quoteArgument(join(project, "src", "cli", "report.ts"));
  assertEquals(unrestrictedLine("report", [], join(project, "..", "my days")), start + whole);
  assertEquals(unrestrictedLine("report", [], join(project, "docs")), start + whole);
});
