import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { loginCommand } from "../../src/cli/login.ts";
import { serveSettings } from "../../src/cli/serveSettings.ts";
import { tokenCommand } from "../../src/cli/token.ts";
import { connect } from "../../src/client/connect.ts";
import { credentialsStore } from "../../src/client/auth/credentialsStore.ts";
import { tokenClaim } from "../../src/client/auth/tokenClaim.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import { approve, server } from "../contract/signIn.ts";
import type { Service } from "../../src/service/service.ts";

const NAMES = { svc: "acme", mobile: "phone", map: "gps" };
const CLAIM = "example.com/userid";
const BASE = "http://localhost:8390";

/** Creates a deployment with its own words and user claim, and a folder for credentials. */
async function withDeployment(work: (service: Service, file: string) => Promise<void>) {
  const service = createService({
    store: openStore(),
    names: NAMES,
    userClaim: CLAIM,
    signIn: { interval: 0.01 },
  });
  const folder = await Deno.makeTempDir();
  await work(service, `${folder}/settings/credentials.json`);
  await service.close();
  await Deno.remove(folder, { recursive: true });
}

/** Signs in from the command line, approved as a user. */
async function login(service: Service, userid: string, args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const code = await loginCommand(args, {
    fetch: service.fetch,
    wait: () => new Promise((resolve) => setTimeout(resolve, 20)),
    print: (line) => {
      lines.push(line);
      const page = /open (\S+)/.exec(line)?.[1];
      if (page !== undefined) approve(service, page, userid, "approve", service);
    },
  });
  assertEquals(code, 0, lines.join("\n"));
  return lines;
}

async function token(args: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  await tokenCommand(args, { print, warn: print });
  return lines.join("\n");
}

const SAID = [
  ["--base-url", BASE],
  ["--user-claim", CLAIM],
  ["--names", "svc=acme,mobile=phone,map=gps"],
  ["--zone", "Europe/Berlin"],
  ["--scope", "openid profile"],
].flat();

Deno.test("after one setup, connect, token and another login find a deployment by its profile", () =>
  withDeployment(async (service, file) => {
    const owner = await service.owner();
    const kept = ["--profile", "work", "--file", file];
    const lines = await login(service, owner, [...kept, ...SAID]);
    assertEquals(
      lines.at(-1),
      `Signed in to ${BASE} as profile work; credentials stored in ${file}`,
    );
    const client = () =>
      connect({
        profile: "work",
        credentials: credentialsStore({ path: file }),
        fetch: service.fetch,
      });
    const me = client();
    assertEquals([me.baseUrl, me.tz, await me.userid()], [BASE, "Europe/Berlin", owner]);
    await me.api.ingest.records("HeartRate", [{ start_time: "2024-01-01T12:00:00", value: 60 }]);
    const range = { start_time: "2024-01-01", end_time: "2024-01-02" };
    const { height } = await me.api.workouts.list(range); // phone_workouts on the wire
    assertEquals(height, 0);
    assertEquals(tokenClaim(await token(kept), CLAIM), owner);
    // The stored profile replaces the options.
    await login(service, owner, kept);
    assertEquals(await client().userid(), owner);
    const { version, services, profiles } = JSON.parse(await Deno.readTextFile(file));
    assertEquals([version, services, Object.keys(profiles)], [1, {}, ["work"]]);
    const { credentials: _, ...said } = profiles.work;
    assertEquals(said, {
      base_url: BASE,
      auth_url: BASE,
      client_id: "lifeframe",
      scope: "openid profile",
      user_claim: CLAIM,
      names: NAMES,
      tz: "Europe/Berlin",
    });
  }));

Deno.test("profiles of one service are separate users, and options override them", () =>
  withDeployment(async (service, file) => {
    const users = [await service.owner(), crypto.randomUUID()];
    await service.issueToken(users[1]!);
    for (const [i, userid] of users.entries()) {
      await login(service, userid, ["--profile", `person-${i}`, "--file", file, ...SAID]);
    }
    const credentials = credentialsStore({ path: file });
    for (const [i, userid] of users.entries()) {
      const options = { profile: `person-${i}`, credentials, fetch: service.fetch };
      assertEquals(await connect(options).userid(), userid);
      assertEquals(connect({ ...options, tz: "Asia/Tokyo" }).tz, "Asia/Tokyo");
      const own = credentialsStore({ path: file, profile: `person-${i}` });
      assertEquals(await own.list(), [BASE]);
    }
    assertEquals(await credentialsStore({ path: file, profile: "person-0" }).remove(BASE), true);
    assertEquals(await credentialsStore({ path: file, profile: "person-0" }).list(), []);
    assertEquals(await credentialsStore({ path: file, profile: "person-1" }).list(), [BASE]);
  }));

Deno.test("an unknown profile is reported with the nearest name", () =>
  withDeployment(async (service, file) => {
    await login(service, await service.owner(), ["--profile", "work", "--file", file, ...SAID]);
    const credentials = credentialsStore({ path: file });
    assertThrows(
      () => connect({ profile: "wrok", credentials }),
      TypeError,
      'Cannot connect: there is no profile "wrok"',
    );
    assertThrows(
      () => connect({ profile: "wrok", credentials }),
      TypeError,
      'did you mean "work"?',
    );
    assertThrows(() => connect({ profile: "../x", credentials }), TypeError, "is not a valid name");
    assertThrows(
      () => connect({ profile: "__proto__", credentials }),
      TypeError,
      "is not a valid name",
    );
    assertThrows(() => connect({}), TypeError, "Cannot connect: baseUrl is missing");
    assertStringIncludes(await token(["--profile", "no", "--file", file]), "there is no profile");
  }));

Deno.test("login rejects invalid words, zones and profiles before the sign-in", async () => {
  const asks = (...args: string[]) => loginCommand([...SAID, ...args], { print: () => {} });
  const wrong = [["--names", "svc"], ["--zone", "Berlin"], ["--profile", "a b"], [
    "--user-claim",
    "",
  ]];
  for (const args of wrong) {
    assertEquals(await asks("--file", "/nowhere/x", ...args), 2, args.join());
  }
});

Deno.test("--help lists all options", async () => {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  assertEquals(await loginCommand(["--help"], { print }), 0);
  assertEquals(await tokenCommand(["--help"], { print }), 0);
  for (const option of ["--profile", "--user-claim", "--names", "--zone", "--audience"]) {
    assertStringIncludes(lines[0]!, option);
  }
  assertStringIncludes(lines[1]!, "--profile");
});

Deno.test("serve accepts the claim of tokens", () => {
  assertEquals(serveSettings(["--user-claim", CLAIM], false).userClaim, CLAIM);
  assertEquals(serveSettings([], false).userClaim, undefined);
  assertThrows(() => serveSettings(["--user-claim", ""], false), RangeError);
});

Deno.test("report uses the deployment of a profile", async () => {
  await using deployment = await server({ names: NAMES, userClaim: CLAIM });
  const { service, userid, url } = deployment;
  const folder = await Deno.makeTempDir();
  const file = `${folder}/lifeframe/credentials.json`;
  const said = [
    "--base-url",
    url,
    "--user-claim",
    CLAIM,
    "--names",
    "svc=acme,mobile=phone,map=gps",
  ];
  await login(service, userid, ["--profile", "work", "--file", file, "--zone", "UTC", ...said]);
  const run = (profile: string) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "-A", "src/cli/report.ts", "--profile", profile]
        .concat("--last", "2", "--out", `${folder}/report.html`),
      env: { XDG_CONFIG_HOME: folder, APPDATA: folder, NO_COLOR: "1" },
    }).output();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const made = await run("work");
  assertEquals(made.code, 0, text(made.stderr));
  assertStringIncludes(await Deno.readTextFile(`${folder}/report.html`), "<html");
  const none = await run("wrok");
  assertEquals(none.code, 2);
  assertStringIncludes(text(none.stderr), 'did you mean "work"?');
  await Deno.remove(folder, { recursive: true });
});
