import { assert, assertEquals } from "@std/assert";
import { constants, crc32, deflateRawSync } from "node:zlib";
import { any } from "../../src/read/any.ts";
import type { ExportReport } from "../../src/read/export/makerExport.ts";
import { READERS } from "../../src/read/readers.ts";
import { EXAMPLE_FILES } from "./exampleFiles.ts";
import { unzipped, zipped } from "./export/exportFixture.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Longest time for a hostile file in milliseconds, on a machine that also does other work. */
const MOST = 20_000;
const OPTIONS = { tz: "Europe/Berlin" };
const BOMB_BYTES = 300_000_000;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** Puts bytes into the middle of others, between two lines if there are several. */
function putInside(bytes: Bytes, put: Bytes): Bytes {
  const half = bytes.length >> 1;
  const middle = bytes.lastIndexOf(10, half) + 1 || bytes.indexOf(10) + 1 || half;
  const all = new Uint8Array(bytes.length + put.length);
  all.set(bytes.subarray(0, middle));
  all.set(put, middle);
  all.set(bytes.subarray(middle), middle + put.length);
  return all;
}

/** Returns whether a file does not show its damage: no reader could report it. */
function isSound(path: string, bytes: Bytes, how: string): boolean {
  if (path.endsWith(".json")) { // JSON that is still JSON has other content
    try {
      JSON.parse(new TextDecoder().decode(bytes));
      return true;
    } catch {
      return false;
    }
  }
  if (/\.(?:db|agd)$/.test(path)) return how === "with zeros in the middle"; // zeros are values, too
  return how === "of objects in objects" || how.startsWith("cut") && bytes.at(-1) === 10;
}

function zeroed(bytes: Bytes): Bytes {
  const middle = bytes.length >> 1;
  return bytes.slice().fill(0, middle, middle + Math.min(1000, bytes.length >> 2));
}

/** Damage to the content of a file, by name. */
const DAMAGE: Readonly<Record<string, (bytes: Bytes) => Bytes>> = {
  "empty": () => new Uint8Array(),
  "cut at 10 %": (bytes) => bytes.slice(0, bytes.length / 10),
  "cut at 50 %": (bytes) => bytes.slice(0, bytes.length / 2),
  "cut at 90 %": (bytes) => bytes.slice(0, bytes.length * 0.9),
  "with zeros in the middle": zeroed,
  "with a line of 10 MB": (bytes) => putInside(bytes, utf8(`${"x".repeat(10_000_000)}\n`)),
  "with a line of 10 MB of quotes": (bytes) =>
    putInside(bytes, utf8(`${'"'.repeat(10_000_001)}\n`)),
  "with a line of 10 MB of commas": (bytes) =>
    putInside(bytes, utf8(`${",".repeat(10_000_000)}\n`)),
  "with lists in lists": (bytes) => putInside(bytes, utf8("[".repeat(10_000))),
  "of objects in objects": () => utf8(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
  "with elements in elements": (bytes) =>
    putInside(bytes, utf8(`${"<a>".repeat(10_000)}${"</a>".repeat(10_000)}`)),
};

const BOMB = deflateRawSync(new Uint8Array(BOMB_BYTES));

/** Returns a zip file of 0.3 MB with a file that starts as given and continues with 300 MB of zeros. */
function bomb(name: string, head: Bytes): Bytes {
  const start = deflateRawSync(head, { finishFlush: constants.Z_FULL_FLUSH });
  const path = utf8(name), packed = start.length + BOMB.length;
  const checksum = crc32(new Uint8Array(BOMB_BYTES), crc32(head));
  const bytes = new Uint8Array(30 + path.length + packed + 46 + path.length + 22);
  const view = new DataView(bytes.buffer), directory = 30 + path.length + packed;
  for (const [at, size] of [[0, 0], [directory, 2]] as const) {
    view.setUint32(at, size === 0 ? 0x04034b50 : 0x02014b50, true);
    view.setUint16(at + size + 8, 8, true);
    view.setUint32(at + size + 14, checksum, true);
    view.setUint32(at + size + 18, packed, true);
    view.setUint32(at + size + 22, head.length + BOMB_BYTES, true);
    view.setUint16(at + size + 26, path.length, true);
    bytes.set(path, at + (size === 0 ? 30 : 46));
  }
  bytes.set(start, 30 + path.length);
  bytes.set(BOMB, 30 + path.length + start.length);
  const end = directory + 46 + path.length;
  view.setUint32(end, 0x06054b50, true);
  view.setUint16(end + 8, 1, true);
  view.setUint16(end + 10, 1, true);
  view.setUint32(end + 12, 46 + path.length, true);
  view.setUint32(end + 16, directory, true);
  return bytes;
}

/** Reads a file; returns its report, or `undefined` if it is rejected with one of our own errors. */
async function reportOf(
  file: File,
  what: string,
  strict = false,
): Promise<ExportReport | undefined> {
  try {
    const { metrics, report } = await any(file, { ...OPTIONS, strict });
    for (const frame of Object.values(metrics)) {
      assertEquals(frame.getColumn("value").nullCount(), 0, what);
    }
    return report;
  } catch (error) {
    assert(error instanceof TypeError || error instanceof RangeError, `${what}: ${error}`);
    assert(error.message.startsWith("Cannot read "), `${what}: ${error.message}`);
    return undefined;
  }
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);

/**
 * Reads a hostile file: it ends in time. It is rejected, or all rows of the whole file are read, or
 * the loss is reported: as a problem, which `strict` turns into an error, as a note, or as a file that
 * is not recognized.
 */
async function readHostile(file: File, what: string, whole: ExportReport): Promise<void> {
  const begun = performance.now(),
    report = await reportOf(file, what),
    known = new Set(whole.notes);
  const time = performance.now() - begun;
  assert(time < MOST, `${what}: ${time} ms`);
  if (report === undefined) return;
  const lost = Object.keys(whole.read).filter((name) => !(report.read[name]! >= whole.read[name]!));
  if (lost.length === 0) return;
  if (report.notes.some((note) => !known.has(note))) return;
  if (sum(report.ignored) > sum(whole.ignored)) return;
  const before = new Set(whole.problems.map(({ where, reason }) => `${where} ${reason}`));
  const isReported = report.problems.some(({ where, reason }) => !before.has(`${where} ${reason}`));
  assert(isReported, `${what}: ${lost.join(", ")} lost unseen: ${Deno.inspect(report)}`);
  assertEquals(await reportOf(file, what, true), undefined, `${what}: strict does not reject it`);
}

for (const { name } of READERS) {
  Deno.test(`every hostile file of ${name} is read in part, or rejected with a reason, in time`, async () => {
    const example = EXAMPLE_FILES[name];
    assert(example !== undefined, `tests/read/exampleFiles.ts has no example file of ${name}`);
    const files = await unzipped(example);
    const isAlone = Object.keys(files).length === 1 && Object.keys(files)[0] === example.name;
    const [path, bytes] = Object.entries(files)
      .reduce((most, one) => one[1].length > most[1].length ? one : most);
    const { report: whole } = await any(
      isAlone ? new File([bytes], example.name) : new File([zipped(files)], "x.zip"),
      OPTIONS,
    );
    assert(sum(whole.read) > 0, `${name} has rows`);
    for (const [how, damage] of Object.entries(DAMAGE)) {
      const hostile = { ...files, [path]: damage(bytes) };
      const file = isAlone
        ? new File([hostile[path]!], example.name)
        : new File([zipped(hostile)], "x.zip");
      await readHostile(
        file,
        `${name} ${how}`,
        isSound(path, hostile[path]!, how) ? { ...whole, read: {} } : whole,
      );
    }
    const outside = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`../../${path}`, content]),
    );
    const { report } = await any(new File([zipped(outside)], "x.zip"), OPTIONS);
    assert(report.files.read > 0, `${name} with paths outside`);
    await readHostile(new File([bomb(path, bytes)], "x.zip"), `${name} and 300 MB of zeros`, {
      ...whole,
      read: {},
    });
  });
}
