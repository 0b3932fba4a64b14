// deno-lint-ignore-file no-console
import { ingestSample } from "../app/ingestSample.ts";
import { report } from "../app/report.ts";
import { reportRange } from "../app/reportRange.ts";
import { sampleClient } from "../app/sampleClient.ts";
import { openService } from "../service/openService.ts";
import { serve } from "../service/serve.ts";

/** Where the report is written. */
const FILE = "report.html";
const TZ = "Europe/Berlin";

/**
 * Shows the toolkit's main job from end to end: starts the embedded service on a free port, puts the
 * sample data in, fetches a month over HTTP, computes here, prints a few rows of each step, and writes
 * `report.html` into the current folder. Nothing else is left behind.
 *
 * @returns the exit code: 0, or 2 for wrong arguments
 */
export async function demoCommand(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(`Cannot run the demo with ${args.join(" ")}: it takes no arguments`);
    return 2;
  }
  const service = await openService({});
  const { url, stop } = serve(service);
  try {
    console.log(`Embedded service: ${url}`);
    const token = await service.issueToken(await service.owner());
    const me = sampleClient({ baseUrl: url, token });
    const counts = await ingestSample(me);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.log(`Ingested over HTTP: ${total} records of ${Object.keys(counts).length} types\n`);
    const made = await report(me, {
      ...reportRange({ last: "30" }, TZ, me.now()),
      tz: TZ,
      sourcePriority: ["Wrist"],
      again: "deno task demo",
      onStep: (shown) => console.log(`${shown}\n`),
    });
    await made.save(FILE);
    console.log(`Wrote ${FILE}: open it in a browser, it needs no network`);
    return 0;
  } finally {
    await stop();
  }
}

if (import.meta.main) Deno.exit(await demoCommand(Deno.args));
