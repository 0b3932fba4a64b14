// deno-lint-ignore-file no-console
import { ingestSample } from "../app/sample/ingestSample.ts";
import { reportRange } from "../app/report/reportRange.ts";
import { sampleClient } from "../app/sampleClient.ts";
import { plainText } from "../options/plainText.ts";
import { openService } from "../service/openService.ts";
import { serve } from "../service/serve.ts";
import { deniedAccess } from "./args/deniedAccess.ts";
import { INSTALLATION } from "./args/installation.ts";
import { readFlags } from "./args/readFlags.ts";
import { taskLine, unrestrictedLine, usageName } from "./args/taskLine.ts";

const FILE = "report.html";
const TZ = "Europe/Berlin";

const USAGE = `Usage: ${usageName("demo")} [options]
  Starts the embedded service on a free port, adds the sample data, fetches thirty days over HTTP,
  analyses them locally, prints a few rows of each step, and writes a report.
  --out FILE   file of the report (${FILE}, the only file that the task may write);
               for another file: ${unrestrictedLine("demo", ["--out", "FILE"])}
  --help       this text`;

/** First suggestion: the project's notebooks, or a new folder with a notebook for users of the package. */
const FIRST_STEP = INSTALLATION.isPackage
  ? `  ${taskLine("new", "my-days")}
    makes a folder with a notebook and a script`
  : `  ${taskLine("notebook", "lab")}
    opens the notebooks; 01_first_night is the first`;

const NEXT = `Next:
${FIRST_STEP}
  ${taskLine("report", "--last", "90", "--out", "ninety.html")}
    writes a report about other days
  ${taskLine("serve", "--sample")}
    serves the sample to any HTTP client
Your own data:
  ${taskLine("lifeframe", "import", "export.zip", "--zone", TZ)}
    reads the export of a phone, a watch or an app
  ${taskLine("lifeframe", "login", "--base-url", "URL")}
    signs you in to a service`;

/**
 * Shows the toolkit from end to end. It starts the embedded service on a free port, adds the sample data,
 * fetches a month over HTTP and analyses it locally. It prints a few rows of each step and writes
 * `report.html` to the current folder. Nothing else is left behind.
 *
 * @returns the exit code: 0, or 2 for wrong arguments
 */
export async function demoCommand(args: string[]): Promise<number> {
  const flags = readFlags("run the demo", args, { out: { type: "string" } }, USAGE);
  if ("code" in flags) return flags.code;
  const { out = FILE } = flags.values;
  const service = await openService({});
  let stop = (): Promise<void> => service.close();
  try {
    const served = await serve(service), { url } = served;
    stop = served.stop;
    console.log(`Embedded service: ${url}`);
    const token = await service.issueToken(await service.owner());
    const me = sampleClient({ baseUrl: url, token });
    const counts = await ingestSample(me);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.log(`Ingested over HTTP: ${total} records of ${Object.keys(counts).length} types\n`);
    const made = await me.report(reportRange({ last: "30" }, TZ, me.now()), {
      tz: TZ,
      again: taskLine("demo"),
      onStep: (shown) => console.log(`${shown}\n`),
    });
    await made.save(out);
    console.log(`Wrote ${out}: open it in a browser; it works offline\n\n${NEXT}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(
      deniedAccess(error)?.kind === "write"
        ? `Cannot write ${out}: the demo may only write ${FILE}\n\n${USAGE}`
        : plainText(error.message),
    );
    return 1;
  } finally {
    await stop();
  }
}

if (import.meta.main) Deno.exit(await demoCommand(Deno.args));
