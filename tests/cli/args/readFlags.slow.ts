import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { accessLog } from "../../../src/cli/accessLog.ts";
import { dataFolder } from "../../../src/cli/args/dataFolder.ts";
import { deniedAccess } from "../../../src/cli/args/deniedAccess.ts";
import { namesOf } from "../../../src/cli/args/namesOf.ts";
import { readLine } from "../../../src/cli/args/lineCommand.ts";
import { asksForHelp, flagFault, readFlags } from "../../../src/cli/args/readFlags.ts";
import { printed, withEnv } from "../console.ts";

const OPTIONS = { out: { type: "string" }, write: { type: "boolean" } } as const;
const read = (args: string[], most?: number) =>
  printed(() => Promise.resolve(readFlags("make it", args, OPTIONS, "Usage: make", most)));

Deno.test("readFlags() returns the options of a command line, and a limited number of arguments", async () => {
  const { result } = await read(["--out", "x", "a", "--write"], 1);
  if ("code" in result) throw new Error("it was not read");
  assertEquals([result.values.out, result.values.write, result.positionals], ["x", true, ["a"]]);
  for (const [args, most, extra] of [[["a", "b"], 1, "b"], [["a"], undefined, "a"]] as const) {
    const { result, out, err } = await read([...args], most);
    assertEquals([result, out], [{ code: 2 }, ""]);
    assertEquals(err, `Cannot make it: unexpected argument "${extra}"\n\nUsage: make`);
  }
});

Deno.test("readFlags() prints the usage on request, without an error", async () => {
  for (const args of [["--help"], ["-h"], ["--oout", "--help"]]) {
    assertEquals(await read(args), { result: { code: 0 }, out: "Usage: make", err: "" });
  }
  assertEquals([asksForHelp(["help"]), asksForHelp([]), asksForHelp(["a", "-h"])], [
    false,
    false,
    true,
  ]);
});

Deno.test("an invalid command line is reported in one line, with a suggested option", async () => {
  const { result, err } = await read(["--oout", "x"]);
  assertEquals(result, { code: 2 });
  assertEquals(
    err,
    'Cannot make it: unknown option --oout; did you mean "--out"?\n\nUsage: make',
  );
  assertStringIncludes((await read(["--hepl"])).err, 'did you mean "--help"?');
  for (
    const [args, reason] of [
      [["--out"], "--out has no value"],
      [["--out", "-3"], "--out has no value; write --out=VALUE if its value starts with a dash"],
      [
        ["--out", "--write"],
        "--out has no value; write --out=VALUE if its value starts with a dash",
      ],
      [["--write=yes"], "--write does not take a value"],
      [["-x"], "unknown option -x; available: --out, --write, --help"],
    ] as const
  ) {
    assertEquals((await read([...args])).err, `Cannot make it: ${reason}\n\nUsage: make`);
  }
  const fault = (message: string) => flagFault("make it", new Error(message), ["out"]);
  assertEquals(fault("Cannot use it"), "Cannot use it");
  assertEquals(fault("It is odd.\nMore"), "Cannot make it: It is odd");
  const line = (message: string) => {
    let warned = "";
    const read = () => {
      throw new Error(message);
    };
    const command = { action: "make it", usage: "Use: make", help: "", options: { out: 1 }, read };
    const print = (text: string) => assertEquals(text, "no help");
    assertEquals(readLine(command, [], { print, warn: (text) => warned = text }), { code: 2 });
    return warned;
  };
  assertEquals(
    line("Unknown option '--oout'"),
    'Cannot make it: unknown option --oout; did you mean "--out"? Use: make',
  );
  assertEquals(line("It is odd"), "Cannot make it: It is odd. Use: make");
});

Deno.test("namesOf() reads words and their replacements, and trims spaces", () => {
  assertEquals(namesOf("svc=acme, mobile=phone"), { svc: "acme", mobile: "phone" });
  assertEquals(namesOf("a=b"), { a: "b" });
  for (const text of ["", "a", "a=", "=b", "a=b=c", "a=b,"]) {
    assertThrows(() => namesOf(text), RangeError, "is not WORD=OTHER");
  }
  assertThrows(
    () => namesOf("a=b,a=c"),
    RangeError,
    "Cannot use --names a=b,a=c: a word occurs twice",
  );
});

Deno.test("deniedAccess() reports what Deno denied, and returns nothing for other errors", () => {
  const denied = (message: string, name = "NotCapable") =>
    deniedAccess(Object.assign(new Error(message), { name }));
  assertEquals(denied('Requires read access to "/a b", run again with --allow-read'), {
    need: 'read access to "/a b"',
    kind: "read",
  });
  assertEquals(denied("Something odd"), { need: "Something odd", kind: "" });
  assertEquals(denied('Requires read access to "/a"', "NotFound"), undefined);
});

Deno.test("dataFolder() returns the platform's folder, or throws with advice if the folder is unknown", async () => {
  if (Deno.build.os !== "linux") return;
  const none = { XDG_DATA_HOME: undefined, HOME: undefined };
  assertEquals(await withEnv({ ...none, XDG_DATA_HOME: "/kept" }, dataFolder), "/kept/lifeframe");
  assertEquals(await withEnv({ ...none, HOME: "/kim" }, dataFolder), "/kim/.local/share/lifeframe");
  await withEnv(none, () => {
    assertThrows(dataFolder, RangeError, "the folder for data is unknown. Set one with --data");
  });
});

Deno.test("a log line is precise to the millisecond, and redacts tokens", () => {
  const entry = { id: "7", method: "GET", path: "/x", status: 200, milliseconds: 0.04 };
  assertEquals(
    accessLog(entry, Temporal.Instant.from("2026-01-01T00:00:00.1239Z")),
    "2026-01-01T00:00:00.123Z 7 GET /x 200 0.0 ms",
  );
  const secret = `lfr_${"a".repeat(20)}`, short = `lfr_${"a".repeat(19)}`;
  const at = Temporal.Instant.from("2026-01-01T00:00:00Z");
  const line = (path: string) => accessLog({ ...entry, path }, at).split(" ")[3];
  assertEquals([line(`/${secret}`), line(`/${short}`)], ["/[token]", `/${short}`]);
  assertEquals(line("/eyJhbGciOi.eyJzdWIi.c2ln/b"), "/[token]/b");
});
