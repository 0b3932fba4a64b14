import { assertEquals } from "@std/assert";
import { tasks } from "./tasks.ts";

/** Permissions without a bound, by task and flag, and why the task cannot work with less. */
const UNBOUNDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  login: { "--allow-net": "the service that --base-url names may be anywhere" },
  token: { "--allow-net": "the service that --base-url names may be anywhere" },
  report: {
    "--allow-net": "the service that --base-url names may be anywhere",
    "--allow-read": "a program before it, which does nothing else, looks where a browser lies",
  },
  "test:long": { "-A": "Playwright starts a browser only with all permissions" },
  "test:repeats": {
    "-A": "a page of the notebook is opened in a browser, wherever that is installed",
  },
  "test:load": { "-A": "memory is read from /proc, which Deno opens only with all permissions" },
  new: {
    "--allow-read": "FOLDER may be anywhere",
    "--allow-write": "FOLDER may be anywhere",
  },
  pack: {
    "--allow-read": "FOLDER may be anywhere",
    "--allow-write": "FOLDER may be anywhere",
  },
  walks: { "-A": "it starts programs of its own and reads the profiles that they leave" },
  bench: { "-A": "it starts each bench, which starts what it measures" },
  torture: { "-A": "memory is read from /proc, which Deno opens only with all permissions" },
  "test:outside": {
    "-A": "it clones the project and starts what the README says, in a folder elsewhere",
  },
  growth: { "-A": "it reads /proc, and may start a Spark, wherever that is installed" },
  "test:spark": { "-A": "it reads /proc, and starts programs of a Spark that it installs first" },
  "test:schemathesis": { "--allow-run": "it starts a program that it installs first" },
  "test:mutants": {
    "--allow-read": "it makes a symbolic link to node_modules, which Deno does only with all of it",
    "--allow-write": "the same",
  },
  "test:std": { "--allow-read": "FOLDER may be anywhere" },
};

/** Flags of Deno that allow all of something. */
const WITHOUT_BOUND =
  /(?<=\s)(?:-A|--allow-all|--allow-(?:read|write|net|run|ffi|sys|import)|-[RWNS])(?=\s|$)/g;

function unboundedFlags(command: string): string[] {
  return [...new Set(command.match(WITHOUT_BOUND))].sort();
}

Deno.test("no task has a permission without a bound, but those with a reason", () => {
  const found = Object.entries(tasks)
    .map(([name, { command }]) => [name, unboundedFlags(command)] as const)
    .filter(([, flags]) => flags.length > 0);
  assertEquals(
    Object.fromEntries(found),
    Object.fromEntries(
      Object.entries(UNBOUNDED).map(([name, flags]) => [name, Object.keys(flags).sort()]),
    ),
  );
});

Deno.test("no task asks for permissions while it runs", () => {
  for (const [name, { command }] of Object.entries(tasks)) {
    for (const [call] of command.matchAll(/\bdeno (?:run|test) [^$&"]*/g)) {
      assertEquals(call.includes("--no-prompt"), true, `${name}: ${call}`);
    }
  }
});

Deno.test("permissions without a bound are found in every form", () => {
  const forms = "-A --allow-all --allow-read --allow-net --allow-run -R -W";
  assertEquals(unboundedFlags(`deno run ${forms} a.ts`), forms.split(" ").sort());
  assertEquals(unboundedFlags("deno run --allow-read=. --allow-run=deno --allow-env a.ts"), []);
  assertEquals(unboundedFlags("deno test --allow-net"), ["--allow-net"]);
});
