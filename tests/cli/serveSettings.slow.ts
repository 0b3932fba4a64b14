import { assertEquals, assertThrows } from "@std/assert";
import { serveSettings } from "../../src/cli/serveSettings.ts";

const UUID = "0f8fad5b-d9cb-469f-a165-70867728950e";

Deno.test("by default, serve listens on this machine at port 8390 and stores its data", () => {
  assertEquals(serveSettings([], true), {
    port: 8390,
    host: "127.0.0.1",
    data: undefined,
    memory: false,
    users: [],
    names: {},
    userClaim: undefined,
    sources: [],
    sample: false,
    json: false,
    quiet: false,
    publicUrl: undefined,
    requestRate: { perSecond: 200, burst: 2000 },
    csvSafe: false,
    hosts: [],
    trustedProxies: [],
    activeUntil: undefined,
    pollStatus: 400,
    allowedOrigins: [],
    secretFiles: { storageSecret: undefined, operatorToken: undefined },
  });
});

Deno.test("serve accepts each option as documented", () => {
  const args = [
    ["--port", "0"],
    ["--host", "::1"],
    ["--data", "/kept"],
    ["--user", UUID.toUpperCase(), "--user", UUID],
    ["--names", "svc=acme"],
    ["--user-claim", "example.com/userid"],
    ["--sources", "Wrist, Mattress"],
    ["--sample", "--json", "--quiet", "--csv-safe"],
    ["--public-url", "https://data.example.org/"],
    ["--rate", "5"],
    ["--allow-host", "one.local", "--trusted-proxy", "127.0.0.1", "--allow-host", "two.local"],
    ["--active-until", "2030-01-01T00:00:00+01:00"],
    ["--poll-status", "403"],
    ["--allow-origin", "https://notebook.example.org"],
    ["--storage-secret-file", "/storage", "--operator-token-file", "/operator"],
  ];
  assertEquals(serveSettings(args.flat(), true), {
    port: 0,
    host: "::1",
    data: "/kept",
    memory: false,
    users: [UUID],
    names: { svc: "acme" },
    userClaim: "example.com/userid",
    sources: ["Wrist", "Mattress"],
    sample: true,
    json: true,
    quiet: true,
    publicUrl: "https://data.example.org",
    requestRate: { perSecond: 5, burst: 5 },
    csvSafe: true,
    hosts: ["one.local", "two.local"],
    trustedProxies: ["127.0.0.1"],
    activeUntil: "2029-12-31T23:00:00Z",
    pollStatus: 403,
    allowedOrigins: ["https://notebook.example.org"],
    secretFiles: { storageSecret: "/storage", operatorToken: "/operator" },
  });
  assertEquals(serveSettings(["--memory"], false).memory, true);
});

Deno.test("serve accepts the highest port, the lowest rates, and no rate", () => {
  assertEquals(serveSettings(["--port", "65535"], false).port, 65_535);
  const rate = (text: string) => serveSettings(["--rate", text], false).requestRate;
  assertEquals(rate("0"), undefined);
  assertEquals(rate("0.5,1"), { perSecond: 0.5, burst: 1 });
  assertEquals(rate("1"), { perSecond: 1, burst: 1 });
  assertEquals(rate("7,9"), { perSecond: 7, burst: 9 });
});

Deno.test("serve reports which argument is invalid, and why", () => {
  const cases: [args: string[], message: string][] = [
    [["--port", "65536"], "Cannot use --port 65536: it is not a number from 0 to 65535"],
    [["--port", "x"], "Cannot use --port x"],
    [["--port", ""], "Cannot use --port"],
    [["--port", "000001"], "Cannot use --port 000001"],
    [["--host", ""], "Cannot use --host: the address is empty"],
    [["--data", ""], "Cannot use --data: the folder is empty"],
    [["--data", "/kept", "--memory"], "Cannot use --data and --memory together"],
    [["--sample"], "Cannot use --sample: this program has no sample data"],
    [["--user", UUID, "--user", `${UUID}0`], `Cannot use --user ${UUID}0: it is not a UUID`],
    [["--user", `0${UUID}`], "it is not a UUID"],
    [["--sources", "Wrist,"], "Cannot use --sources Wrist,: a name is empty"],
    [["--sources", ""], "a name is empty"],
    [["--user-claim", ""], "Cannot use --user-claim: the name is empty"],
    [["--rate", "0,5"], "Cannot use --rate 0,5: expected a rate such as 200,2000"],
    [["--rate", "-1"], "Option '--rate' argument is ambiguous"],
    [["--rate=-1"], "Cannot use --rate -1"],
    [["--rate", "5,0.5"], "Cannot use --rate 5,0.5"],
    [["--rate", "5,Infinity"], "Cannot use --rate 5,Infinity"],
    [["--rate", "5,5,5"], "Cannot use --rate 5,5,5"],
    [["--rate", "many"], "Cannot use --rate many"],
    [["--poll-status", "429"], "Cannot use --poll-status 429: expected 400 or 403"],
    [
      ["--active-until", "2030-01-01"],
      "Cannot use --active-until 2030-01-01: it is not an instant",
    ],
    [["--names", "svc"], 'Cannot use --names svc: "svc" is not WORD=OTHER'],
    [["--names", "svc="], "is not WORD=OTHER"],
    [["--names", "=a"], "is not WORD=OTHER"],
    [["--names", "svc=a=b"], "is not WORD=OTHER"],
    [["--names", "svc=a,svc=b"], "Cannot use --names svc=a,svc=b: a word occurs twice"],
    [["here"], "here"],
  ];
  for (const [args, message] of cases) {
    assertThrows(() => serveSettings(args, false), Error, message);
  }
});
