/**
 * Decodes Arrow for the parent process: it reads messages on standard input and writes frames to
 * standard output. It ends when its input ends.
 * @module
 */
import { writeSync } from "node:fs";
import process from "node:process";
import { Worker } from "node:worker_threads";
import type { ArrowLimits } from "./arrow/arrowLimits.ts";
import { askedRangeOf, rangeText } from "./polars/askedRange.ts";
import { fromArrow } from "./polars/fromArrow.ts";
import { selectColumns } from "./polars/rearrange.ts";
import { columnNames, frameHeight } from "./polars/seriesOf.ts";
import { readMessages, writeMessage } from "./decodeMessages.ts";
import type { Asked, Decoded } from "./isolate.ts";

/** Reports the memory of the whole process while its main thread decodes. */
const WATCH = `
const { writeSync } = require("node:fs");
setInterval(() => writeSync(2, process.memoryUsage().rss + "\\n"), 20);
`;

function decode(bytes: Uint8Array, limits: ArrowLimits): { head: Decoded; body: Uint8Array } {
  try {
    const frame = fromArrow(bytes, limits), names = columnNames(frame);
    const asked = askedRangeOf(frame);
    const range = asked === undefined ? {} : { range: rangeText(asked, frameHeight(frame)) };
    if (!names.includes("writeIPCStream")) {
      return { head: range, body: frame.writeIPCStream({ compression: "uncompressed" }) };
    }
    const plain = selectColumns(frame, names, names.map((_, i) => `c${i}`));
    return {
      head: { names, ...range },
      body: plain.writeIPCStream({ compression: "uncompressed" }),
    };
  } catch (error) {
    const { message } = error as Error;
    return {
      head: { error: { isRange: error instanceof RangeError, message } },
      body: new Uint8Array(),
    };
  }
}

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}

process.on("SIGINT", () => {}); // a notebook's stop button interrupts the whole process group
const watch = new Worker(WATCH, { eval: true });
for await (const { head, body } of readMessages<Asked>(process.stdin)) {
  const { head: done, body: frame } = decode(body, head);
  for (const part of writeMessage(done, frame)) write(part);
}
await watch.terminate();
