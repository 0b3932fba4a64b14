import { launcherCall, quoteArgument } from "./args/taskLine.ts";

/** Days of a schedule, as cron and systemd write them. */
const DAYS: Readonly<Record<string, readonly [cron: string, systemd: string]>> = {
  day: ["*", "*-*-*"],
  monday: ["1", "Mon"],
  tuesday: ["2", "Tue"],
  wednesday: ["3", "Wed"],
  thursday: ["4", "Thu"],
  friday: ["5", "Fri"],
  saturday: ["6", "Sat"],
  sunday: ["0", "Sun"],
};

/** A command that is run at a time of some days. */
export interface Schedule {
  /** Line for cron. */
  readonly cron: string;
  /** Value of `OnCalendar` of a systemd timer. */
  readonly calendar: string;
  /** Command line. */
  readonly command: string;
}

/** End of the lines that this program has installed. */
export const MARK = "# lifeframe digest";

/**
 * Returns the schedule of a command.
 *
 * @throws {TypeError} if the day or the time does not exist
 */
export function scheduleOf(every: string, at: string, args: readonly string[]): Schedule {
  const day = DAYS[every.toLowerCase()];
  if (day === undefined) {
    throw new TypeError(
      `Cannot make a digest: --every is ${every}, expected one of ${Object.keys(DAYS).join(", ")}`,
    );
  }
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(at) ?? [];
  if (hour === undefined) {
    throw new TypeError(`Cannot make a digest: --at is ${at}, expected a time such as 07:00`);
  }
  const command = launcherCall("digest", args).map((argument) => quoteArgument(argument)).join(" ");
  return {
    // cron reads an unescaped percent sign as a line break
    cron: `${Number(minute)} ${Number(hour)} * * ${day[0]} ${
      command.replaceAll("%", "\\%")
    } ${MARK}`,
    calendar: `${day[1]} ${hour.padStart(2, "0")}:${minute}:00`,
    command,
  };
}

/** Installs the line in the user's crontab, instead of an earlier one. */
export async function installCron({ cron }: Pick<Schedule, "cron">): Promise<void> {
  const listed = await new Deno.Command("crontab", { args: ["-l"], stderr: "null" }).output();
  const before = listed.success ? new TextDecoder().decode(listed.stdout) : "";
  const kept = before.split("\n").filter((line) => line !== "" && !line.endsWith(MARK));
  const child = new Deno.Command("crontab", { args: ["-"], stdin: "piped", stderr: "piped" })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${[...kept, cron].join("\n")}\n`));
  await writer.close();
  const { success, stderr } = await child.output();
  if (!success) {
    throw new Error(`Cannot install the line: ${new TextDecoder().decode(stderr).trim()}`);
  }
}
