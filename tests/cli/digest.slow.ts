import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import { SMTPServer } from "../../tools/packages/smtpServer.ts";
import { demo } from "@lifeframe/lifeframe";
import { digestCommand } from "../../src/cli/digest.ts";
import { inFolder } from "../helpers/inFolder.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const tz = "Europe/Berlin";

async function said(...args: string[]): Promise<[code: number, out: string]> {
  const lines: string[] = [], hear = (line: string) => void lines.push(line);
  return [await digestCommand(args, { print: hear, warn: hear }), lines.join("\n")];
}

/** A mail server on this machine that accepts one user, and keeps what it gets. */
async function mailbox(password: string) {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    authOptional: false,
    onAuth: (auth, _session, done) =>
      auth.username === "kim" && auth.password === password
        ? done(null, { user: "kim" })
        : done(new Error("wrong password")),
    onData: (stream, session, done) => {
      let text = "";
      stream.on("data", (part) => text += new TextDecoder().decode(part));
      stream.on("end", () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address();
  return {
    port,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Returns the content of a part of a mail in base64 or quoted-printable. */
function partOf(mail: string, type: string): string {
  const part = mail.split(/\r?\n--/).find((part) => part.includes(`Content-Type: ${type}`))!;
  const [head, ...body] = part.split(/\r?\n\r?\n/);
  const text = body.join("\n\n");
  if (/base64/.test(head!)) {
    return new TextDecoder().decode(Uint8Array.fromBase64(text.replaceAll(/\s/g, "")));
  }
  const bytes = text.replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

Deno.test(
  "a digest arrives by mail, with its page attached, started as a task with its permissions",
  {
    sanitizeOps: false,
    sanitizeResources: false,
  },
  () =>
    inFolder(async (folder) => {
      const secret = "geheim-39-wort", file = `${folder}/password`;
      await Deno.writeTextFile(file, `${secret}\n`, { mode: 0o600 });
      const box = await mailbox(secret);
      try {
        const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
          args: [
            ...["task", "--quiet", "--config", `${ROOT}deno.json`, "lifeframe", "digest"],
            ...["--mail", "kim@mail.example", "--smtp", `smtp://kim@127.0.0.1:${box.port}`],
            ...["--password-file", file],
          ],
        }).output();
        const text = new TextDecoder();
        assertEquals([code, text.decode(stderr)], [0, ""]);
        assertMatch(text.decode(stdout), /^Sent to kim@mail\.example: 7 days to Thu 20 March 2025/);
        assertEquals(box.mails.map(({ to }) => to), [["kim@mail.example"]]);
        const mail = box.mails[0]!.text;
        const digest = await (await demo()).digest({ days: 7 }, { tz });
        assertEquals(partOf(mail, "text/plain").trim().replaceAll("\r\n", "\n"), String(digest));
        const page = partOf(mail, "text/html");
        assertStringIncludes(page, "<!doctype html>");
        assert(page.split("<svg").length > 3);

        await Deno.writeTextFile(file, `${secret}x\n`);
        const wrong = await said(
          ...["--mail", "kim@mail.example", "--smtp", `smtp://kim@127.0.0.1:${box.port}`],
          ...["--password-file", file],
        );
        assertEquals(wrong[0], 1);
        assertMatch(wrong[1], /^Cannot send mail to kim@mail\.example: /);
        assert(!wrong[1].includes(secret));
        await Deno.chmod(file, 0o644);
        const open = await said(
          ...["--mail", "a@b.example", "--smtp", "smtp://kim@127.0.0.1:1", "--password-file", file],
        );
        assertMatch(open[1], /others can read .* Run chmod 600/);
      } finally {
        await box.close();
      }
    }),
);

Deno.test("--out writes a page with a sparkline per named measure, which loads nothing", () =>
  inFolder(async (folder) => {
    const out = `${folder}/digest.html`;
    const [code, text] = await said("--out", out, "--last", "14");
    assertEquals([code, text], [
      0,
      `Wrote ${out}: 14 days to Thu 20 March 2025: no clear change in 10 measures`,
    ]);
    const page = await Deno.readTextFile(out);
    const digest = await (await demo()).digest({ days: 14 }, { tz });
    assertEquals(page.split('class="sparkline"').length - 1, 3);
    for (const { label } of digest.figures) assertStringIncludes(page, label.split(" (")[0]!);
    assertStringIncludes(page, "<h2>Sleep</h2>");
    assert(!/(?:src|href)="https?:/.test(page));
  }));

Deno.test("--every prints a line that cron runs, and --install replaces an earlier one", {
  ignore: Deno.build.os === "windows",
}, () =>
  inFolder(async (folder) => {
    const plan = ["--out", `${folder}/50% off.html`, "--last", "14", "--every", "monday"];
    const [code, text] = await said(...plan);
    assertEquals(code, 0);
    const [, line, timer] = text.split("\n");
    assertMatch(
      line!,
      /^0 7 \* \* 1 '?\/.+ lifeframe digest --out '.+50\\% off\.html' --last 14 # lifeframe digest$/,
    );
    assertMatch(timer!, /OnCalendar=Mon 07:00:00, and ExecStart=/);
    // A crontab of its own: a program that keeps its input in a file.
    const kept = `${folder}/kept`;
    await Deno.writeTextFile(kept, "5 4 * * * other\n");
    await Deno.writeTextFile(
      `${folder}/crontab`,
      `#!/bin/sh\nif [ "$1" = -l ]; then cat "${kept}"; else cat > "${kept}"; fi\n`,
      { mode: 0o755 },
    );
    const path = Deno.env.get("PATH")!;
    Deno.env.set("PATH", `${folder}:${path}`);
    try {
      for (const at of ["07:00", "18:30"]) {
        assertEquals((await said(...plan, "--at", at, "--install"))[0], 0);
      }
    } finally {
      Deno.env.set("PATH", path);
    }
    const lines = (await Deno.readTextFile(kept)).trim().split("\n");
    assertEquals(lines.length, 2);
    assertEquals(lines[0], "5 4 * * * other");
    assertMatch(lines[1]!, /^30 18 \* \* 1 /);
  }));

Deno.test("wrong arguments of digest are named, and no secret is repeated", async () => {
  const mail = ["--mail", "a@b.example", "--smtp"];
  for (
    const [args, message] of [
      [
        ["--every", "moonday", "--out", "a.html"],
        /--every is moonday, expected one of day, monday/,
      ],
      [["--every", "monday"], /--every needs --mail or --out/],
      [["--every", "monday", "--out", "a.html", "--at", "25:00"], /--at is 25:00/],
      [["--mail", "a@b.example"], /--mail and --smtp go together/],
      [["--mail", "a@b.example, c@d.example", "--smtp", "smtp://h"], /expected an address/],
      [[...mail, "smtp://kim:geheim@h"], /contains a password/],
      [[...mail, "http://h"], /not an address such as/],
      [["--last", "0"], /--last is 0/],
      [["--locale", "xx", "--every", "monday", "--out", "a.html"], /Cannot use locale "xx"/],
    ] as const
  ) {
    const [code, text] = await said(...args);
    assertEquals(code, 2, text);
    assertMatch(text, message);
    assert(!text.includes("geheim"));
  }
});

Deno.test("digest --locale de writes the text in German", async () => {
  const [code, text] = await said("--locale", "de");
  assertEquals(code, 0, text);
  assertMatch(text, /^7 Tage bis Do\. 20\. März 2025: /);
});
