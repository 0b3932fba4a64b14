// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { plainText } from "../options/plainText.ts";
import { connect } from "../app/connect.ts";
import { demo } from "../app/demo.ts";
import { local } from "../app/local.ts";
import type { Me } from "../app/me.ts";
import type { UnitSystem } from "../client/connectOptions.ts";
import { credentialsStore } from "../client/auth/credentialsStore.ts";
import { inLanguage, say } from "../words/language.ts";
import { reportRange } from "../app/report/reportRange.ts";
import { readFlags } from "./args/readFlags.ts";
import { existingStore } from "./args/storeFolder.ts";
import { taskLine, unrestrictedLine, usageName } from "./args/taskLine.ts";

const USAGE = `Usage: ${usageName("report")} [options]
  --zone ZONE              IANA zone of days and labels, such as Europe/Berlin (the sample's)
  --last N                 the last N whole days (30)
  --range 2025-03          2025, 2025-Q1, 2025-03, 2025-W11, 2025-03-10, 2025-01/2025-03, 2025-06/..
  --from DATE --to DATE    from one local date to the day before another
  --title TEXT             title of the report (its days)
  --name NAME              name on the first page (none)
  --against before         comparison: "before" for the same number of days before, or "nothing" (before)
  --deidentify             removes names, zone, notes and ids and shifts dates by weeks, for handing on
  --out FILE               file to write (report-2025-03-01-to-2025-03-31.html, by its days);
                           x.pdf is printed by Chromium, Chrome or Edge, found on PATH or in LIFEFRAME_BROWSER
  --sources A,B            sources of sleep, highest priority first (the order of the service's data
                           sources, then the finest resolution)
  --locale NAME            language of words, dates and numbers, such as de or en-US (English)
  --time-format PATTERN    format of times, such as "dd.MM.yyyy HH:mm" (HH:mm, or the locale's)
  --units SYSTEM           metric for kilometres and kilograms, or imperial for miles and pounds (metric)
  --profile NAME           deployment stored by \`${taskLine("lifeframe", "login")} --profile NAME\`
  --base-url URL           service that you signed in to with \`${taskLine("lifeframe", "login")}\`
  --data FOLDER            your own store, as import fills it; without it and a service, the sample
  --help                   this text

Files outside of this folder need another permission:
  ${unrestrictedLine("report", ["--out", "/elsewhere/report.html"])}`;

const OPTIONS = {
  "base-url": { type: "string" },
  against: { type: "string" },
  data: { type: "string" },
  deidentify: { type: "boolean" },
  from: { type: "string" },
  last: { type: "string" },
  locale: { type: "string" },
  name: { type: "string" },
  out: { type: "string" },
  profile: { type: "string" },
  range: { type: "string" },
  sources: { type: "string" },
  "time-format": { type: "string" },
  title: { type: "string" },
  to: { type: "string" },
  units: { type: "string" },
  zone: { type: "string" },
} as const;

/**
 * The task `report`: writes a self-contained HTML page or a PDF about days of the sample, of your own
 * store or of a service.
 *
 * @returns the exit code: 0; 1 if the report cannot be made; 2 for wrong arguments
 */
export async function reportCommand(args: string[]): Promise<number> {
  const flags = readFlags("make a report", args, OPTIONS, USAGE);
  if ("code" in flags) return flags.code;
  const { values } = flags;
  let out = values.out;
  const isService = values["base-url"] !== undefined || values.profile !== undefined;
  if (isService && values.data !== undefined) {
    console.error(
      "Cannot make a report: --data is a folder of your own, --profile and --base-url are a service. Choose one",
    );
    return 2;
  }
  await using opened = new AsyncDisposableStack();
  try {
    const me = values.data === undefined
      ? await client(values["base-url"], values.profile, values.zone)
      : opened.use(
        await local({ data: existingStore("make a report", values.data), tz: values.zone }),
      );
    const tz = values.zone ?? me.tz;
    if (tz === undefined) {
      console.error(
        "Cannot make a report: the zone of the days is unknown. Pass one, such as --zone Europe/Berlin",
      );
      return 2;
    }
    const days = reportRange(values, tz, me.now());
    const made = await me.report(days, {
      tz,
      sourcePriority: values.sources?.split(","),
      units: values.units as UnitSystem | undefined,
      locale: values.locale,
      timeFormat: values["time-format"],
      title: values.title,
      name: values.name,
      against: values.against as "before" | undefined,
      deidentify: values.deidentify,
      again: values.deidentify ? undefined : taskLine("report", ...args),
    });
    out ??= values.deidentify ? "report-deidentified.html" : fileOf(days);
    await made.save(out);
    const { title } = made.content, file = out;
    inLanguage(values, () => {
      const whose = isService || values.data !== undefined ? "" : `; ${say("data of the sample")}`;
      const done = say("Wrote {file}: {title}, {zone}; it works offline", {
        file,
        title,
        zone: tz,
      });
      console.log(`${done}${whose}`);
    });
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof Deno.errors.NotCapable) {
      console.error(`Cannot write ${out}: the task may only write to this folder\n\n${USAGE}`);
      return 1;
    }
    console.error(plainText(error.message));
    return error instanceof RangeError || error instanceof TypeError ? 2 : 1;
  }
}

/** Returns the default file of a report. It depends on the days and never overwrites the demo's report. */
function fileOf({ start_time, end_time }: ReturnType<typeof reportRange>): string {
  const first = start_time.toPlainDate();
  const last = end_time.subtract({ nanoseconds: 1 }).toPlainDate();
  return `report-${first}${first.equals(last) ? "" : `-to-${last}`}.html`;
}

async function client(
  baseUrl: string | undefined,
  profile: string | undefined,
  tz: string | undefined,
): Promise<Me> {
  if (profile !== undefined) return connect({ profile, baseUrl, tz });
  if (baseUrl === undefined) return await demo();
  return connect({ baseUrl, tz, credentials: credentialsStore() });
}

if (import.meta.main) Deno.exit(await reportCommand(Deno.args));
