// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { parseArgs } from "node:util";
import { connect } from "../app/connect.ts";
import { demo } from "../app/demo.ts";
import type { Me } from "../app/me.ts";
import { report } from "../app/report.ts";
import { credentialsStore } from "../client/credentialsStore.ts";
import { reportRange } from "../app/reportRange.ts";

const USAGE = `Usage: deno task report [options]
  --zone ZONE              IANA zone of days and labels, such as Europe/Berlin (the sample's)
  --last N                 the last N whole days (30)
  --month 2025-03          a month
  --from DATE --to DATE    from one local date to another, which is included
  --out FILE               where the page is written (report.html)
  --sources A,B            sources of sleep from the highest to the lowest (the order of the service's
                           data sources, then the finest resolution)
  --base-url URL           a service you signed in at with \`deno task login\`; without it the sample

What lies outside of the project's folder needs a permission more:
  deno run -A src/cli/report.ts --out /elsewhere/report.html`;

const OPTIONS = {
  "base-url": { type: "string" },
  from: { type: "string" },
  help: { type: "boolean", short: "h" },
  last: { type: "string" },
  month: { type: "string" },
  out: { type: "string" },
  sources: { type: "string" },
  to: { type: "string" },
  zone: { type: "string" },
} as const;

/**
 * The task `report`: writes a page of HTML that stands alone, over some days of the sample or of a
 * service.
 *
 * @returns the exit code: 0; 1 if the report cannot be made; 2 for wrong arguments
 */
export async function reportCommand(args: string[]): Promise<number> {
  let values;
  try {
    ({ values } = parseArgs({ args, options: OPTIONS, strict: true }));
  } catch (error) {
    console.error(`Cannot make a report: ${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  try {
    const me = await client(values["base-url"], values.zone);
    const tz = values.zone ?? me.tz;
    if (tz === undefined) {
      console.error("Cannot make a report: name the zone of the days, --zone Europe/Berlin");
      return 2;
    }
    const made = await report(me, {
      ...reportRange(values, tz, me.now()),
      tz,
      sourcePriority: values.sources?.split(","),
      again: `deno task report ${args.map(quoted).join(" ")}`.trim(),
    });
    const out = values.out ?? "report.html";
    await made.save(out);
    console.log(`Wrote ${out}: ${made.content.title}, ${tz}; it needs no network`);
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof Deno.errors.NotCapable) {
      console.error(
        `Cannot write ${values.out}: the task may write in this folder only\n\n${USAGE}`,
      );
      return 1;
    }
    console.error(error.message);
    return error instanceof RangeError || error instanceof TypeError ? 2 : 1;
  }
}

async function client(baseUrl: string | undefined, tz: string | undefined): Promise<Me> {
  if (baseUrl === undefined) return await demo();
  return connect({ baseUrl, tz, credentials: credentialsStore() });
}

/** An argument as a shell takes it. */
function quoted(argument: string): string {
  return /^[\w.,:/=@+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

if (import.meta.main) Deno.exit(await reportCommand(Deno.args));
