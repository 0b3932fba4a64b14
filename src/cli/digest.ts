import { parseArgs } from "node:util";
import { connect } from "../app/connect.ts";
import { demo } from "../app/demo.ts";
import { local } from "../app/local.ts";
import type { Me } from "../app/me.ts";
import { pageLabels } from "../app/page/pageLabels.ts";
import { inLanguage, say } from "../words/language.ts";
import { DIGEST_OPTIONS } from "./args/digestOptions.ts";
import { existingStore } from "./args/storeFolder.ts";
import { type LineCommand, type LineHooks, lineWriter, readLine } from "./args/lineCommand.ts";
import { installCron, type Schedule, scheduleOf } from "./schedule.ts";
import { type MailServer, mailServer, sendMail } from "./sendMail.ts";

const USAGE =
  "Use: digest [--last N] [--data FOLDER] [--profile NAME] [--zone ZONE] [--locale NAME] [--out FILE] [--mail TO --smtp URL] [--every DAY [--at 07:00] [--install]]";

const HELP = `Describes the last days in words, as a page or by mail.

${USAGE}

  --last N             The last N whole days (7).
  --data FOLDER        Your own store or a mirror. Without it and --profile, the sample.
  --profile NAME       Service that you signed in to with login --profile NAME.
  --zone ZONE          IANA zone of the days; by default the machine's or the profile's.
  --locale NAME        Language of words, dates and numbers, such as de (English).
  --out FILE           Writes a page with a table and charts, such as digest.html.
  --mail TO            Sends the text, with the page attached, to this address.
  --from ADDRESS       Sender; by default the same address.
  --smtp URL           Your mail server, such as smtps://kim@mail.example, without the password.
  --password-file F    File with the password, which only you can read.
  --every DAY          Prints the lines for cron and systemd: monday to sunday, or day.
  --at TIME            Time of --every (07:00).
  --install            Installs the line for cron, instead of an earlier one.
  --help               Shows this text.`;

interface DigestSettings {
  readonly last: number;
  readonly zone: string | undefined;
  readonly locale: string | undefined;
  readonly data: string | undefined;
  readonly profile: string | undefined;
  readonly out: string | undefined;
  readonly mail:
    | { readonly to: string; readonly from: string; readonly server: MailServer }
    | undefined;
  readonly schedule: Schedule | undefined;
  readonly installs: boolean;
}

const COMMAND: LineCommand<DigestSettings> = {
  action: "make a digest",
  usage: USAGE,
  help: HELP,
  options: DIGEST_OPTIONS,
  read: readSettings,
};

/**
 * Describes the last days in words: prints them, writes a page, sends a mail, or plans to.
 *
 * @returns the exit code: 0; 1 if the digest cannot be made or sent; 2 for wrong arguments
 */
export async function digestCommand(args: string[], hooks: LineHooks = {}): Promise<number> {
  const { print = lineWriter(Deno.stdout), warn = lineWriter(Deno.stderr) } = hooks;
  const line = readLine(COMMAND, args, { print, warn });
  if ("code" in line) return line.code;
  const { schedule, installs, last, zone, locale, out, mail } = line.settings;
  try {
    if (schedule !== undefined) {
      if (installs) await installCron(schedule);
      const { cron, calendar, command } = schedule;
      inLanguage({ locale }, () => {
        print(say(installs ? "Installed in your crontab:" : "For cron (crontab -e):"));
        print(cron);
        if (installs) return;
        print(
          say("For a systemd timer: OnCalendar={calendar}, and ExecStart={command}", {
            calendar,
            command,
          }),
        );
      });
      return 0;
    }
    const { me, close } = await openData(line.settings);
    try {
      const digest = await me.digest({ days: last }, { tz: zone ?? me.tz, locale });
      const { title } = digest;
      if (out !== undefined) {
        await digest.save(out);
        print(inLanguage({ locale }, () => say("Wrote {file}: {title}", { file: out, title })));
      }
      if (mail !== undefined) {
        await sendMail(mail.server, {
          ...{ from: mail.from, to: mail.to, subject: title, text: `${digest}\n` },
          attachment: { filename: "digest.html", content: await digest.page() },
        });
        print(inLanguage({ locale }, () => say("Sent to {to}: {title}", { to: mail.to, title })));
      }
      if (out === undefined && mail === undefined) print(String(digest));
    } finally {
      await close();
    }
    return 0;
  } catch (error) {
    warn((error as Error).message);
    return 1;
  }
}

async function openData(
  { data, profile, zone: tz }: DigestSettings,
): Promise<{ me: Me; close: () => Promise<void> }> {
  if (profile !== undefined) return { me: connect({ profile, tz }), close: async () => {} };
  if (data === undefined) return { me: await demo(), close: async () => {} };
  const me = await local({ data: existingStore("make a digest", data), tz });
  return { me, close: me.close };
}

function readSettings(args: string[]): DigestSettings {
  const { values, tokens } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: DIGEST_OPTIONS,
    tokens: true,
  });
  const fail = (problem: string): never => {
    throw new TypeError(`Cannot make a digest: ${problem}`);
  };
  const last = Number(values.last ?? 7);
  if (!Number.isInteger(last) || last < 1 || last > 366) {
    fail(`--last is ${values.last}, expected a number of days from 1 to 366`);
  }
  if (values.data !== undefined && values.profile !== undefined) {
    fail("--data is a folder of your own, and --profile a service. Choose one");
  }
  pageLabels({ locale: values.locale }, "UTC"); // rejects an unknown locale before it is planned
  const { mail: to, smtp, every, at = "07:00" } = values;
  if ((to === undefined) !== (smtp === undefined)) fail("--mail and --smtp go together");
  if (to !== undefined && !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(to)) {
    fail(`--mail is ${to}, expected an address such as kim@mail.example`);
  }
  if (every === undefined && (values.install || values.at !== undefined)) {
    fail("--at and --install need --every");
  }
  if (every !== undefined && to === undefined && values.out === undefined) {
    fail("--every needs --mail or --out, because nobody reads its output");
  }
  const planned = tokens.flatMap((token) =>
    token.kind !== "option" || ["every", "at", "install"].includes(token.name)
      ? []
      : token.value === undefined
      ? [token.rawName]
      : [token.rawName, token.value]
  );
  return {
    last,
    zone: values.zone,
    locale: values.locale,
    data: values.data,
    profile: values.profile,
    out: values.out,
    mail: to === undefined ? undefined : {
      to,
      from: values.from ?? to,
      server: mailServer(smtp!, values["password-file"]),
    },
    schedule: every === undefined ? undefined : scheduleOf(every, at, planned),
    installs: values.install ?? false,
  };
}

if (import.meta.main) Deno.exit(await digestCommand(Deno.args));
