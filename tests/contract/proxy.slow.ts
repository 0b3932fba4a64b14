import { assert, assertEquals } from "@std/assert";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { approve, server } from "./signIn.ts";

/** Forwarding of nginx: by default, and with the client's host and address. */
const FORWARDING = {
  "by itself": "",
  "with the client's host and addresses":
    "proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; " +
    "proxy_set_header X-Forwarded-Host $host; proxy_set_header X-Forwarded-Proto https; " +
    "proxy_set_header Forwarded for=$remote_addr;",
} as const;

/** Returns a free port; another program could take it before its use, which is unlikely. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Runs nginx in front of a service. */
async function nginx(
  program: string,
  service: string,
  forwarding: string,
): Promise<AsyncDisposable & { url: string }> {
  const folder = await Deno.makeTempDir(), port = freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${temporary} server { listen 127.0.0.1:${port};
      location / { proxy_pass ${service}; ${forwarding} } } }`,
  );
  const child = new Deno.Command(program, {
    args: ["-p", folder, "-c", `${folder}/nginx.conf`, "-e", `${folder}/error.log`],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0;; tries++) {
    try {
      await (await fetch(`${url}/openapi.json`)).body?.cancel();
      break;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Returns status and text from curl, run as another user. */
async function curl(
  args: string[],
  command: readonly string[] = ["curl"],
): Promise<{ status: number; text: string }> {
  const [program, ...before] = command;
  const { stdout } = await new Deno.Command(program!, {
    args: [...before, "-s", "-m", "10", "-w", "\n%{http_code}", ...args],
  }).output();
  const lines = new TextDecoder().decode(stdout).split("\n");
  return { status: Number(lines.pop()), text: lines.join("\n") };
}

/** Attack without a secret: the page, and its form with every guess of its origin. */
async function attack(
  url: string,
  { userid, command, hosts }: { userid: string; command?: readonly string[]; hosts: string[] },
): Promise<void> {
  const asked = await curl([`${url}/oauth/device/code`, "-d", "client_id=evil"], command);
  const { user_code, device_code } = JSON.parse(asked.text);
  for (const host of hosts) {
    const as = host === "" ? [] : ["-H", `Host: ${host}`];
    const shown = await curl([`${url}/oauth/device?user_code=${user_code}`, ...as], command);
    assert(!shown.text.includes(userid), "the page tells who has an account");
    assert(!shown.text.includes("form_token"), "the page can be answered");
    for (const origin of [url, `http://${host}`, "https://data.example.org"]) {
      for (const proof of ["", "BCDF-GHJK-LMNP-QRST", userid]) {
        const answer = await curl([
          `${url}/oauth/device`,
          ...as,
          ...["-H", `Origin: ${origin}`, "-H", "X-Forwarded-For: 127.0.0.1"],
          ...["-d", `user_code=${user_code}`, "-d", `proof=${proof}`, "-d", "form_token=x"],
          ...["-d", `userid=${userid}`, "-d", "decision=approve"],
        ], command);
        assert([403, 421].includes(answer.status), `${host} ${origin}: ${answer.status}`);
      }
    }
  }
  const grant = "urn:ietf:params:oauth:grant-type:device_code";
  const form = ["client_id=evil", `grant_type=${grant}`, `device_code=${device_code}`];
  const token = await curl([`${url}/oauth/token`, ...form.flatMap((one) => ["-d", one])], command);
  assertEquals(JSON.parse(token.text).error, "authorization_pending");
}

for (const [how, forwarding] of Object.entries(FORWARDING)) {
  testWithProgram(
    "nginx",
    `behind nginx, ${how}, nobody signs in without a secret, and the owner does with one`,
    async (program) => {
      const publicUrl = "https://data.example.org";
      await using here = await server({ publicUrl });
      await using proxy = await nginx(program, here.url, forwarding);
      const { userid } = here;
      await attack(proxy.url, {
        userid,
        hosts: ["", "localhost", "127.0.0.1", "data.example.org", new URL(here.url).host],
      });
      const asked = await here.ask();
      const page = `${proxy.url}/oauth/device?user_code=${asked.user_code}`;
      const headers = forwarding === "" ? {} : { host: "data.example.org" };
      await approve(here.service, page, userid, "approve", {
        fetch: async (request) => {
          const origin: [string, string][] = request.method === "POST"
            ? [["origin", publicUrl]]
            : [];
          const send = new Request(request, {
            headers: [...request.headers].filter(([name]) => name !== "origin").concat(
              origin,
              Object.entries(headers),
            ),
          });
          return await fetch(send);
        },
      });
      assertEquals((await here.poll(asked.device_code)).status, 200);
    },
  );
}

testWithProgram(
  "setpriv",
  "another account of the machine signs in as nobody",
  async (program) => {
    // If the tests cannot change accounts, they send the same requests themselves.
    const command = Deno.uid() === 0
      ? [program, "--reuid=65534", "--regid=65534", "--clear-groups", "curl"]
      : ["curl"];
    await using here = await server();
    const port = new URL(here.url).port;
    await attack(here.url, {
      userid: here.userid,
      command,
      hosts: ["", `localhost:${port}`, "localhost"],
    });
  },
);
