import { openFrame } from "../src/frame/open.ts";
import { fitbitSleep } from "../src/read/fitbit/fitbitSleep.ts";
import type { FitbitLog } from "../src/read/fitbit/sleepLogs.ts";
import { flatten, STAGE_LETTERS, type StageInterval } from "../src/sample/nights/flatten.ts";
import { sampleZone } from "../src/sample/life/sampleUntil.ts";

const LETTER = new Map(Object.entries(STAGE_LETTERS).map(([letter, stage]) => [stage, letter]));
const PER_LINE = 4;

/**
 * Encodes Fitbit sleep logs as the text that `sampleNights` reads. Logs are in chronological order,
 * separated by white space. Each is its start in UTC, `:` for a main sleep or `~` for a nap, and
 * its runs, with the short layer on top of the base layer. A run is the letter of its stage and its
 * number of 30 s steps in base 36.
 *
 * @throws {RangeError} if a log cannot be flattened
 */
export async function pack(text: string): Promise<string> {
  const logs: (FitbitLog & { isMainSleep: boolean })[] = JSON.parse(text);
  const main = new Map(logs.map((log) => [String(log.logId), log.isMainSleep]));
  const layers = new Map<string, { base: StageInterval[]; short: StageInterval[] }>();
  const rows = openFrame(
    await fitbitSleep(logs, { tz: sampleZone, sources: { base: "base", short: "short" } }),
  ).read({
    start_time: "time",
    end_time: "time",
    sleep_stage: "int64",
    source: "text",
    id: "text",
  });
  rows.id.values.forEach((id, row) => {
    const log = layers.get(id!) ?? { base: [], short: [] };
    layers.set(id!, log);
    log[rows.source.values[row] as "base" | "short"].push({
      start: Number(rows.start_time.values[row]) / 1000,
      end: Number(rows.end_time.values[row]) / 1000,
      stage: Number(rows.sleep_stage.values[row]),
    });
  });
  const packed = [...layers].map(([id, { base, short }]) => {
    const start = new Date(base[0]?.start ?? NaN).toISOString();
    const runs = flatten(base, short).map(({ stage, steps }) =>
      `${LETTER.get(stage)}${steps.toString(36)}`
    );
    return start.replace(/-|:|\.000/g, "") + (main.get(id) ? ":" : "~") + runs.join("");
  }).sort();
  const lines: string[] = [];
  for (let i = 0; i < packed.length; i += PER_LINE) {
    lines.push(packed.slice(i, i + PER_LINE).join(" "));
  }
  return lines.join("\n");
}

// deno run --allow-read=LOGS tools/packNights.ts LOGS > src/sample/nights/packedNights.ts
if (import.meta.main) {
  const [path] = Deno.args;
  if (path === undefined) {
    throw new TypeError("Cannot pack the nights: name the file of sleep logs");
  }
  // deno-lint-ignore no-console -- it is a program
  console.log(
    `// Written by pack.ts; the text is data under CC BY 4.0, see NOTICE.md in this folder.

/** The nights of the sample, packed; \`pack\` in pack.ts tells how. */
export const PACKED_NIGHTS = \`
${await pack(await Deno.readTextFile(path))}
\`;`,
  );
}
