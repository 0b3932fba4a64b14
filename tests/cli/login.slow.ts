import { assert, assertEquals } from "@std/assert";
import { loginCommand } from "../../src/cli/login.ts";
import { tokenCommand } from "../../src/cli/token.ts";
import { fakeAuth, refusal, tokens } from "../client/authServer.ts";

const HOST = ["--base-url", "https://host.example"];

async function withFile(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(`${folder}/settings/credentials.json`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs login against a server in the test; returns its exit code and lines. */
async function login(
  args: string[],
  answers: Parameters<typeof fakeAuth>[0],
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await loginCommand(args, {
    fetch: fakeAuth(answers).fetch,
    wait: () => Promise.resolve(),
    print: (line) => lines.push(line),
  });
  return { code, lines };
}

async function token(args: string[]): Promise<{ code: number; out: string[]; trouble: string[] }> {
  const out: string[] = [], trouble: string[] = [];
  const code = await tokenCommand(args, {
    print: (line) => out.push(line),
    warn: (line) => trouble.push(line),
  });
  return { code, out, trouble };
}

Deno.test("login shows link and code, and token then only prints the token", () =>
  withFile(async (file) => {
    const auth = ["--auth-url", "https://auth.example/auth"];
    const { code, lines } = await login([...HOST, ...auth, "--file", file], [
      refusal("authorization_pending"),
      tokens("access-of-the-login"),
    ]);
    assertEquals(code, 0);
    assert(lines[0]!.includes("https://auth.example/device?user_code=WDJB-MJHT"));
    assertEquals(lines.slice(1), [
      `Signed in to https://host.example; credentials stored in ${file}`,
    ]);
    assertEquals(lines.join().includes("access-of-the-login"), false);
    const printed = { code: 0, out: ["access-of-the-login"], trouble: [] };
    assertEquals(await token(["--file", file]), printed);
    assertEquals(await token(["--base-url", "https://host.example/", "--file", file]), printed);
  }));

Deno.test("login reports a denial and stores nothing", () =>
  withFile(async (file) => {
    const { code, lines } = await login(
      ["--base-url", "https://auth.example/auth", "--file", file],
      [refusal("access_denied")],
    );
    assertEquals([code, lines.at(-1)], [1, "Cannot sign in: the request was denied"]);
    assertEquals(await token(["--file", file]), {
      code: 1,
      out: [],
      trouble: [
        "Cannot print a token: nobody is signed in. " +
        "Run `npx -y deno@2.9.6 task --quiet lifeframe login --base-url URL` first.",
      ],
    });
  }));

Deno.test("login and token reject unknown arguments", async () => {
  const cases: [Promise<{ code: number }>, number][] = [
    [login([], []), 2],
    [login([...HOST, "--colour"], []), 2],
    [login(["--base-url", "host.example"], []), 1],
    [token(["--colour"]), 2],
    [token(["--base-url", "nowhere"]), 2],
  ];
  for (const [result, code] of cases) assertEquals((await result).code, code);
});

Deno.test("token asks for the service if there are several", () =>
  withFile(async (file) => {
    for (const base of ["https://one.example", "https://two.example"]) {
      const auth = ["--auth-url", "https://auth.example/auth"];
      const args = ["--base-url", base, ...auth, "--file", file];
      assertEquals((await login(args, [tokens(`access-${base}`)])).code, 0);
    }
    const { code, out, trouble } = await token(["--file", file]);
    assertEquals([code, out], [1, []]);
    assert(trouble[0]!.includes("https://one.example, https://two.example"));
    const two = await token(["--base-url", "https://two.example", "--file", file]);
    assertEquals(two.out, ["access-https://two.example"]);
  }));

Deno.test("the commands store credentials in the platform's folder with narrow permissions", async () => {
  const folder = await Deno.makeTempDir();
  const { fetch } = fakeAuth([tokens("access-of-the-process")], { interval: 1 });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, fetch);
  const run = (script: string, args: string[]) =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--allow-net=127.0.0.1",
        "--allow-env=HOME,XDG_CONFIG_HOME,APPDATA",
        `--allow-read=${folder},src`, // some modules are loaded when they are needed
        `--allow-write=${folder}`,
        `src/cli/${script}.ts`,
        ...args,
      ],
      env: { XDG_CONFIG_HOME: folder, HOME: folder, APPDATA: folder, NO_COLOR: "1" },
    }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  try {
    const base = `http://127.0.0.1:${server.addr.port}/auth`;
    // If credentials cannot be stored, the command reports it before the sign-in.
    const elsewhere = await run("login", ["--base-url", base, "--file", "/elsewhere/kept.json"]);
    assertEquals(elsewhere.code, 1);
    const reason = 'Deno needs read access to "/elsewhere/kept.json". Choose another --file';
    assert(text(elsewhere.stderr).includes(`Cannot sign in: ${reason}`), text(elsewhere.stderr));
    const login = await run("login", ["--base-url", base]);
    assertEquals([login.code, text(login.stdout)], [0, ""], text(login.stderr));
    const token = await run("token", []);
    assertEquals([token.code, text(token.stdout), text(token.stderr)], [
      0,
      "access-of-the-process\n",
      "",
    ]);
    if (Deno.build.os === "linux") {
      assertEquals((await Deno.stat(`${folder}/lifeframe/credentials.json`)).mode! & 0o777, 0o600);
    }
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});
