// Reads an Arrow file in a process of its own, which it may end: prints the rows, or the error.
import { fromArrow } from "../../src/frame/polars/fromArrow.ts";
import { frameHeight } from "../../src/frame/polars/seriesOf.ts";

const [path, maxRows] = Deno.args;
const limits = maxRows === undefined ? {} : { maxRows: Number(maxRows) };
const print = (line: string): number => Deno.stdout.writeSync(new TextEncoder().encode(line));
try {
  print(`rows ${frameHeight(fromArrow(Deno.readFileSync(path!), limits))}`);
} catch (error) {
  print((error as Error).message);
}
