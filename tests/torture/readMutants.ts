// Reads mutants of one seed in a separate process, since a mutant may end it: `readMutants.ts
// seed:from:to ...`.
import { columnOf } from "../../src/frame/polars/columnsOf.ts";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import { columnNames, frameHeight, seriesOf } from "../../src/frame/polars/seriesOf.ts";
import { mutate } from "./mutate.ts";
import { MUTANT_SEEDS, type MutantSeed, TEXT_SCHEMA } from "./mutantSeeds.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

/** Mutants to read: `seed:from:to`, in order. */
const jobs = Deno.args.map((job) => job.split(":").map(Number) as [number, number, number]);
const say = (line: string): number => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

for (const [seed, from, to] of jobs) {
  for (let index = from; index < to; index++) {
    if (index % 20 === 0) await new Promise((resolve) => setTimeout(resolve)); // lets frames be freed
    say(`at ${seed} ${index}`); // identifies the mutant that ends the process
    const start = performance.now();
    say(`${readMutant(MUTANT_SEEDS[seed]!, index)} ${Math.round(performance.now() - start)}`);
  }
}
say("done");

/** Reads a mutant and returns its result. */
function readMutant({ form, bytes, rows }: MutantSeed, index: number): string {
  const isText = !["arrow", "arrowraw", "parquet"].includes(form);
  try {
    const options = { schema: isText ? TEXT_SCHEMA : {}, zone: "UTC" };
    const frame = FORMATS[form].decode(mutate(bytes, isText, index), options);
    for (const name of columnNames(frame)) readColumn(frame, name);
    String(frame);
    const height = frameHeight(frame);
    return columnNames(frame).length > 0 && height !== rows ? `rows:${height}` : "frame";
  } catch {
    return "refused";
  }
}

function readColumn(frame: Frame, name: string): void {
  try {
    columnOf(seriesOf(frame, name));
  } catch {
    // an impossible value: the frame still has its rows
  }
}
