import { Table, tableFromIPC, tableToIPC, vectorFromArray } from "apache-arrow";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import { fromArrow } from "../../src/frame/polars/fromArrow.ts";
import { frameHeight } from "../../src/frame/polars/seriesOf.ts";
import { any } from "../../src/read/any.ts";
import { messagesOf } from "../limits/arrowCases.ts";
import { fileId, type FitField, fitFile, fitTime } from "../read/fitWriter.ts";
import { zipOf } from "../read/healthFile.ts";
import type { MutantReader } from "./mutants.ts";
import { randomBy } from "./mutate.ts";
import { parquetFile, parquetGroups, parquetRows } from "./parquetParts.ts";

/** Part of a body, with nested parts. */
interface Part {
  /** Text or bytes; if the part has children, those before them. */
  readonly open: unknown;
  /** Text after the children. */
  readonly close?: string;
  readonly parts: readonly Part[];
}

/** Complete body as parts, with functions to write and read it. */
interface Structure {
  readonly name: string;
  readonly root: Part;
  readonly write: (root: Part) => Uint8Array<ArrayBuffer>;
  /** Reads it. Throws if the result differs from an independent reader's. */
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => unknown;
}

/** Maximum number of parts of a mutant, and maximum nesting that a mutant adds. */
const MOST_PARTS = 4_000, DEEPEST = 300;

const leaf = (open: unknown): Part => ({ open, parts: [] });
/** Returns all parts in order, as in a format without nesting. */
const flat = (part: Part): unknown[] =>
  part.parts.flatMap((each) => [...each.open === "" ? [] : [each.open], ...flat(each)]);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Returns the text of parts; the text between neighbours separates them. */
function textOf(part: Part, between = ""): string {
  const inside = part.parts.map((each) => textOf(each, between)).join(between);
  return `${part.open}${inside}${part.close ?? ""}`;
}

const write = (between = "") => (root: Part): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(textOf(root, between));
const readAs = (name: string) => (bytes: Uint8Array<ArrayBuffer>): Promise<unknown> =>
  any(new File([bytes], name), { tz: "UTC" });

/** Returns the elements of XML, or the components and lines of a calendar, as parts. */
function partsOf(text: string, token: RegExp, isOpen: RegExp, isClose: RegExp): Part {
  const stack: { open: string; parts: Part[] }[] = [{ open: "", parts: [] }];
  for (const [each] of text.matchAll(token)) {
    if (isClose.test(each)) {
      const done = stack.pop()!;
      stack.at(-1)!.parts.push({ ...done, close: each });
    } else if (isOpen.test(each)) stack.push({ open: each, parts: [] });
    else stack.at(-1)!.parts.push(leaf(each));
  }
  return stack[0]!;
}

const xml = (text: string): Part => partsOf(text, /<[^>]*>|[^<]+/g, /^<[^/?][^>]*[^/]>$/, /^<\//);

function jsonParts(value: unknown, name = ""): Part {
  const open = name === "" ? "" : `${JSON.stringify(name)}:`;
  if (Array.isArray(value)) {
    return { open: `${open}[`, close: "]", parts: value.map((each) => jsonParts(each)) };
  }
  if (typeof value !== "object" || value === null) return leaf(open + JSON.stringify(value));
  const parts = Object.entries(value).map(([key, each]) => jsonParts(each, key));
  return { open: `${open}{`, close: "}", parts };
}

const GPX =
  `<gpx version="1.1" creator="Watch" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>` +
  Array.from(
    { length: 10 },
    (_, i) =>
      `<trkpt lat="52.5${i}" lon="13.4${i}"><ele>${i}</ele><time>2024-05-01T08:0${i}:00Z</time></trkpt>`,
  ).join("") + "</trkseg></trk></gpx>";
const HEALTH =
  `<?xml version="1.0"?><HealthData locale="en"><ExportDate value="2024-05-02 08:00:00 +0000"/>` +
  Array.from(
    { length: 10 },
    (_, i) =>
      `<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="W" unit="count/min" value="6${i}" ` +
      `startDate="2024-05-01 08:0${i}:00 +0000" endDate="2024-05-01 08:0${i}:00 +0000">` +
      `<MetadataEntry key="k" value="v"/></Record>`,
  ).join("") + "</HealthData>";
const CALENDAR = [
  "BEGIN:VCALENDAR",
  "X-WR-CALNAME:Home",
  ...["DAILY;COUNT=5", "WEEKLY;COUNT=3;BYDAY=MO,TU", "YEARLY;COUNT=2"].flatMap((rule, i) => [
    "BEGIN:VEVENT",
    `UID:${i}`,
    "DTSTART:20240102T090000Z",
    "DTEND:20240102T100000Z",
    `RRULE:FREQ=${rule}`,
    "EXDATE:20240103T090000Z",
    "SUMMARY:x",
    "BEGIN:VALARM",
    "TRIGGER:-PT5M",
    "END:VALARM",
    "END:VEVENT",
  ]),
  "END:VCALENDAR",
].join("\r\n") + "\r\n";
const LOGS = [1, 2, 3].map((day) => ({
  dateOfSleep: `2024-05-0${day}`,
  startTime: `2024-05-0${day}T00:00:00.000`,
  endTime: `2024-05-0${day}T02:00:00.000`,
  type: "stages",
  logId: day,
  levels: {
    summary: { deep: { count: 1, minutes: 60 } },
    data: [
      { dateTime: `2024-05-0${day}T00:00:00.000`, level: "deep", seconds: 3600 },
      { dateTime: `2024-05-0${day}T01:00:00.000`, level: "rem", seconds: 3600 },
    ],
  },
}));

type FitMessage = readonly [number, ...FitField[]];
const FIT: readonly FitMessage[] = [
  fileId(49),
  ...Array.from({ length: 12 }, (_, i): FitMessage => [
    275,
    [253, "Uint32", fitTime(`2024-03-31T00:${10 + i}:00Z`)],
    [0, "Enum", i % 4 + 1],
  ]),
];

const CATEGORIES = tableToIPC(
  new Table({ name: vectorFromArray(["a", "b", "a", null]), value: vectorFromArray([1, 2, 3, 4]) }),
  "stream",
);
const BATCHES = messagesOf(CATEGORIES);
const END = new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0]);

const PARQUET = FORMATS.parquet.encode({
  name: { type: "text", values: ["a", "b", "a", null] },
  value: { type: "float64", values: Float64Array.of(1, 2, 3, 4) },
});
const GROUPS = parquetGroups(PARQUET)
  .map(({ open, columns }): Part => ({ open, parts: columns.map(leaf) }));

/** Reads Parquet; the number of rows has to be the one of all row groups. */
function readParquet(bytes: Uint8Array<ArrayBuffer>): void {
  const height = frameHeight(FORMATS.parquet.decode(bytes, {}));
  const rows = parquetRows(bytes);
  if (height !== rows) throw new Error(`${height} rows, not ${rows}`);
}

/** Reads Arrow. An independent reader has to find the same number of rows. */
function readArrow(bytes: Uint8Array<ArrayBuffer>): void {
  const height = frameHeight(fromArrow(bytes));
  const { numRows } = tableFromIPC(bytes);
  if (height !== numRows) throw new Error(`${height} rows, not ${numRows}`);
}

const STRUCTURES: readonly Structure[] = [
  {
    name: "Arrow messages",
    root: { open: "", parts: [...BATCHES, ...BATCHES.slice(1)].map(leaf) },
    write: (root) => joined([...flat(root) as Uint8Array[], END]),
    read: readArrow,
  },
  {
    name: "Parquet row groups",
    root: { open: "", parts: [...GROUPS, ...GROUPS, ...GROUPS] },
    write: (root) => parquetFile(PARQUET, root.parts),
    read: readParquet,
  },
  {
    name: "zip entries",
    root: {
      open: "",
      parts: [
        { name: "walk.gpx", content: GPX },
        { name: "home.ics", content: CALENDAR },
        { name: "notes.txt", content: "x" },
      ].map(leaf),
    },
    write: (root) => zipOf(flat(root) as Parameters<typeof zipOf>[0]),
    read: readAs("export.zip"),
  },
  {
    name: "iCalendar components",
    root: partsOf(CALENDAR, /[^\n]*\n/g, /^BEGIN:/, /^END:/),
    write: write(),
    read: readAs("home.ics"),
  },
  { name: "XML elements of a track", root: xml(GPX), write: write(), read: readAs("walk.gpx") },
  {
    name: "XML elements of records",
    root: xml(HEALTH),
    write: write(),
    read: readAs("export.xml"),
  },
  {
    name: "JSON levels",
    root: jsonParts(LOGS),
    write: write(","),
    read: readAs("sleep-2024-05-01.json"),
  },
  {
    name: "FIT records",
    root: { open: "", parts: FIT.map(leaf) },
    write: (root) => fitFile(flat(root) as FitMessage[]),
    read: readAs("night.fit"),
  },
];

/** Program that reads mutants of structures. */
export const STRUCTURE_READER: MutantReader = {
  program: "readStructures.ts",
  names: STRUCTURES.map(({ name }) => name),
};

/** Reads a whole body without an index, or else a mutant of it. Throws the errors of its reader. */
export async function readStructure(seed: number, index?: number): Promise<void> {
  const { root, write, read } = STRUCTURES[seed]!;
  if (index === undefined) return void await read(write(root));
  const random = randomBy(index * 2_654_435_761 + seed);
  let mutant = root;
  for (let changes = 1 + random(3); changes > 0; changes--) mutant = changed(mutant, random);
  await read(write(mutant));
}

type Random = (below: number) => number;

/** Changes the parts of one part: adds, repeats, drops, reorders, widens or nests. */
function changed(root: Part, random: Random): Part {
  const all = every(root), parents = all.filter(({ parts }) => parts.length > 0);
  const parent = parents[random(parents.length)]!, { parts } = parent;
  const at = random(parts.length), part = parts[at]!;
  const room = Math.max(1, Math.floor(MOST_PARTS / (all.length + every(part).length)));
  const others = (): Part[] => {
    switch (random(6)) {
      case 0:
        return parts.toSpliced(at, 0, all[random(all.length)]!);
      case 1:
        return parts.toSpliced(at, 0, part);
      case 2:
        return parts.toSpliced(at, 1);
      case 3:
        return parts.toSpliced(at, 1).toSpliced(random(parts.length), 0, part);
      case 4:
        return parts.toSpliced(at, 0, ...new Array<Part>(Math.min(400, room)).fill(part));
      default:
        return parts.with(at, nested(part, Math.min(1 + random(DEEPEST), room)));
    }
  };
  return replace(root, parent, { ...parent, parts: others() });
}

function nested(part: Part, levels: number): Part {
  let inner = part;
  for (let i = 0; i < levels; i++) inner = { ...part, parts: [inner] };
  return inner;
}

function every(part: Part): Part[] {
  return [part, ...part.parts.flatMap(every)];
}

function replace(root: Part, old: Part, by: Part): Part {
  if (root === old) return by;
  return { ...root, parts: root.parts.map((part) => replace(part, old, by)) };
}
