import { assert, assertEquals } from "@std/assert";
import FitParser from "fit-file-parser";
import { makePause } from "../../../src/options/pause.ts";
import { ExportCollector } from "../../../src/read/export/exportCollector.ts";
import { exportFile } from "../../../src/read/export/exportFile.ts";
import { type FitMessages, readFitMessages } from "../../../src/read/fit/fitMessages.ts";

/** Returns whole numbers below a limit that look random, the same in every run. */
function randomNumbers(): (below: number) => number {
  let state = 12345;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

const FIRST = 1_100_000_000;

/**
 * Returns a FIT file of records in all ways of the protocol: in both byte orders, with whole, short
 * and missing times, with fields of developers, and with definitions that replace others.
 */
function oddFile(records: number): Uint8Array<ArrayBuffer> {
  const next = randomNumbers(), bytes: number[] = [];
  const number = (value: number, size: number, isLittle: boolean): number[] => {
    const little = Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256);
    return isLittle ? little : little.reverse();
  };
  bytes.push(0x4f, 0, 0, ...number(206, 2, true), 4, 0, 1, 2, 1, 1, 2, 2, 1, 2, 3, 8, 7);
  bytes.push(0x0f, 0, 5, 0x84, ...new TextEncoder().encode("strength")); // uint16
  const kinds: { local: number; isLittle: boolean; time: number; own: boolean }[] = [];
  let time = FIRST;
  for (let i = 0; i < records; i++) {
    if (kinds.length === 0 || next(500) === 0) {
      const local = next(4), isLittle = next(2) === 0, own = next(2) === 0, time = next(3) - 1;
      const fields = [[3, 1, 2], [5, 4, 0x86]];
      if (time >= 0) fields.splice(time, 0, [253, 4, 0x86]);
      bytes.push(own ? 0x60 + local : 0x40 + local, 0, isLittle ? 0 : 1);
      bytes.push(...number(20, 2, isLittle), fields.length, ...fields.flat());
      if (own) bytes.push(1, 5, 2, 0);
      const at = kinds.findIndex((kind) => kind.local === local);
      kinds.splice(at < 0 ? kinds.length : at, 1, { local, isLittle, time, own });
    }
    const { local, isLittle, time: place, own } = kinds[next(kinds.length)]!;
    const isShort = i > 0 && next(3) === 0 && place <= 0;
    time += next(20);
    const values = [[60 + next(100)], number(next(1e9), 4, isLittle)];
    if (place >= 0 && !(isShort && place === 0)) values.splice(place, 0, number(time, 4, isLittle));
    bytes.push(isShort ? 0x80 + (local << 5) + time % 32 : local, ...values.flat());
    if (own) bytes.push(...number(next(1000), 2, isLittle));
  }
  const file = Uint8Array.from([
    ...[14, 0x20, 0x54, 8, ...number(bytes.length, 4, true), 0x2e, 0x46, 0x49, 0x54, 0, 0],
    ...bytes,
    ...[0, 0],
  ]);
  new DataView(file.buffer).setUint16(file.length - 2, sumOf(file.subarray(0, -2)), true);
  return file;
}

/** Computes the CRC-16/ARC bit by bit, as its definition says. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  }
  return sum;
}

async function messagesOf(bytes: Uint8Array<ArrayBuffer>) {
  const collector = new ExportCollector("fit", {});
  const read = async function* (from: number, to: number) {
    yield bytes.slice(from, to);
  };
  const file = exportFile({
    name: "a.fit",
    path: undefined,
    action: "read it",
    bytes: { size: bytes.length, read },
  });
  const messages = await readFitMessages(file, { collector, pause: makePause(undefined) });
  return { messages, report: (await collector.collected({ seen: 1, read: 1 })).report };
}

Deno.test("a large FIT file has the records that the parser finds in it as a whole", async () => {
  const file = oddFile(50_000);
  assert(file.length > 300_000);
  const { messages, report } = await messagesOf(file);
  const parser = new FitParser({ force: false, lengthUnit: "m", speedUnit: "m/s" });
  const { messages: all } = await parser.parseAsync(file.buffer);
  const whole = all!["record"] as FitMessages["record"] & object;
  assertEquals(whole.length, 50_000);
  assert(new Set(whole.map((record) => Object.keys(record).sort().join())).size >= 4);
  assertEquals(messages["record"], whole);
  assertEquals(report.skipped, {});
});

Deno.test("a large FIT file with a damaged byte or without its end loses nothing else", async () => {
  const file = oddFile(20_000), damaged = file.slice();
  damaged[file.length - 2]! ^= 1; // of the checksum
  const { messages, report } = await messagesOf(damaged);
  assertEquals(messages["record"]?.length, 20_000);
  assertEquals(report.skipped, { "the FIT file is damaged; its values may be wrong": 1 });
  const cut = await messagesOf(file.slice(0, file.length / 2));
  assertEquals(cut.report.skipped, { "the FIT file is cut short; the rest is missing": 1 });
  const found = cut.messages["record"]!;
  assertEquals(found, (await messagesOf(file)).messages["record"]!.slice(0, found.length));
});
