// Reads mutants of structures in a separate process: `readStructures.ts seed:from:to ...`.
import { readStructure } from "./structures.ts";

const { gc: collect } = globalThis as { gc?: () => void };
if (collect === undefined) throw new Error("Cannot collect garbage: pass --v8-flags=--expose-gc");

const say = (line: string): number => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

for (const job of Deno.args) {
  const [seed, from, to] = job.split(":").map(Number) as [number, number, number];
  await readStructure(seed); // the complete body has to be readable
  for (let index = from; index < to; index++) {
    await new Promise((resolve) => setTimeout(resolve));
    say(`at ${seed} ${index}`);
    const start = performance.now(), word = await outcome(seed, index);
    say(`${word} ${Math.round(performance.now() - start)}`);
    // Deno takes long to free many frames at once, which no mutant is to blame for.
    if (index % 50 === 0) collect();
  }
}
say("done");

/** Returns `frame`, `refused`, or the error if it is not our own. */
async function outcome(seed: number, index: number): Promise<string> {
  try {
    await readStructure(seed, index);
    return "frame";
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith("Cannot ") ? "refused" : `rows:${message.replaceAll(/\s/g, "_")}`;
  }
}
