import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { any } from "../../../src/read/any.ts";
import { inFolder, zipped } from "./exportFixture.ts";

const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);
const gzip = (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(gzipSync(bytes));

/** Returns a GPX track with a point per minute of an hour, from a start. */
function track(start: string, { creator = "Watch", minutes = 60, latitude = 52.5 } = {}): string {
  const points = Array.from({ length: minutes }, (_, minute) => {
    const time = Temporal.Instant.from(start).add({ minutes: minute });
    return `<trkpt lat="${latitude}" lon="13.4"><time>${time}</time></trkpt>`;
  });
  return `<gpx version="1.1" creator="${creator}"><trk><type>running</type><trkseg>${
    points.join("")
  }</trkseg></trk></gpx>`;
}

const MORNING = track("2024-05-01T08:00:00Z"), EVENING = track("2024-05-01T18:00:00Z");

/** Writes a tar file as described in POSIX ustar. */
function tar(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const body = text(content), head = new Uint8Array(512);
    const put = (value: string, at: number) => head.set(text(value), at);
    put(name, 0);
    put("0000644\0", 100);
    put(body.length.toString(8).padStart(11, "0") + "\0", 124);
    put("00000000000\0", 136);
    put("        ", 148);
    put("0", 156);
    put("ustar\x0000", 257);
    put(head.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0") + "\0 ", 148);
    const padded = new Uint8Array(Math.ceil(body.length / 512) * 512);
    padded.set(body);
    return [head, padded];
  });
  const all = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 1024));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}

const FILES = { "rides/a.gpx": MORNING, "rides/b.gpx": EVENING };

Deno.test("read.any() reads the same from gzip, tar, zip, and nested archives", async () => {
  const { locations: expected } = await any(zipped(FILES));
  assertEquals(expected.height, 120);
  const containers = {
    "a.tar": tar(FILES),
    "a.tar.gz": gzip(tar(FILES)),
    "a.tgz": gzip(tar(FILES)),
    "gz.zip": zipped({ "a.gpx.gz": gzip(text(MORNING)), "b.gpx.gz": gzip(text(EVENING)) }),
    "tar.zip": zipped({ "a.tar.gz": gzip(tar(FILES)) }),
    "three.zip": zipped({ "two.zip": zipped({ "one.zip": zipped(FILES) }) }),
  };
  for (const [name, bytes] of Object.entries(containers)) {
    const { locations } = await any(new File([bytes], name));
    assertEquals(locations.toRecords(), expected.toRecords(), name);
    const onDisk = await inFolder({ [name]: bytes }, (folder) => any(`${folder}/${name}`));
    assertEquals(onDisk.locations.toRecords(), expected.toRecords(), name);
  }
});

Deno.test("read.any() reads the intact files of a folder with broken archives and downloads", async () => {
  const broken = zipped({ "c.gpx": track("2024-05-02T08:00:00Z") }).slice(0, 300);
  const { report, locations } = await inFolder({
    "a.gpx.gz": gzip(text(MORNING)),
    "cut.gpx.gz": gzip(text(EVENING)).slice(0, 200),
    "cut.zip": broken,
    "takeout.zip.crdownload": broken,
    "big.zip.part": broken,
    "b.gpx": EVENING,
  }, (folder) => any(folder));
  assertEquals(locations.height, 120);
  assertEquals(report.files, { seen: 6, read: 2 });
  assertEquals(report.skipped, {
    "the file cannot be read": 2,
    "the file is still being downloaded": 2,
  });
  assertEquals(report.problems.map(({ file }) => file), [
    "big.zip.part",
    "cut.gpx.gz",
    "cut.zip",
    "takeout.zip.crdownload",
  ]);
});

Deno.test("a file that grows during the search of the folder is skipped for now", async () => {
  await inFolder({ "a.gpx": MORNING, "b.gpx": EVENING.slice(0, 400) }, async (folder) => {
    const growing = setInterval(() => {
      Deno.writeTextFileSync(`${folder}/b.gpx`, " ", { append: true });
    }, 10);
    try {
      const { report } = await any(folder);
      assertEquals(report.problems.map(({ file, reason }) => [file, reason]), [
        ["b.gpx", "the file is still being downloaded"],
      ]);
      assertEquals(report.files, { seen: 2, read: 1 });
    } finally {
      clearInterval(growing);
    }
  });
});

Deno.test("an archive that is cut, damaged or has a wrong size is an error", async () => {
  const packed = gzip(text(MORNING)), lying = packed.slice(), damaged = packed.slice();
  new DataView(lying.buffer).setUint32(lying.length - 4, 100, true);
  damaged[60]! ^= 0xff;
  for (
    const [bytes, message] of [
      [packed.slice(0, -30), "truncated or damaged"],
      [lying, "has more bytes than it should"],
      [damaged, "cannot be decompressed"],
    ] as const
  ) {
    const error = await assertRejects(() => any(new File([bytes], "a.gpx.gz")), TypeError);
    assertStringIncludes(error.message, message);
  }
  const whole = tar(FILES), header = whole.slice();
  header[3]! ^= 0xff;
  await assertRejects(() => any(new File([whole.slice(0, 3000)], "a.tar")), TypeError, "truncated");
  const second = whole.findIndex((_, at) => at > 512 && at % 512 === 0 && whole[at] === 0x72);
  header.set(whole);
  header[second + 3]! ^= 0xff;
  await assertRejects(() => any(new File([header], "a.tar")), TypeError, "damaged at byte");
});

Deno.test("the same workout from two files counts once, with one set of locations", async () => {
  const phone = track("2024-05-01T08:01:00Z", { creator: "Phone", minutes: 58, latitude: 52.6 });
  const { workouts, locations, report } = await any(
    zipped({ "watch.gpx": MORNING, "phone.gpx": phone, "later.gpx": EVENING }),
  );
  assertEquals(workouts.getColumn("source").toArray(), ["Watch", "Watch"]);
  assertEquals(report.skipped, {
    "the same workout is in another file": 1,
    "locations of a workout that another file has too": 58,
  });
  assertEquals(new Set(locations.getColumn("latitude_degrees").toArray()), new Set([52.5]));
});

Deno.test("an encrypted archive in a folder is reported, and the other files are read", async () => {
  const encrypted = zipped({ "c.gpx": track("2024-05-02T08:00:00Z") });
  const directory = encrypted.findIndex((byte, at) =>
    byte === 0x50 && encrypted[at + 1] === 0x4b && encrypted[at + 2] === 1
  );
  encrypted[directory + 8]! |= 1;
  const { report, locations } = await inFolder(
    { "zepp.zip": encrypted, "b.gpx": EVENING },
    (folder) => any(folder),
  );
  assertEquals(locations.height, 60);
  assertEquals(report.skipped, { "the file cannot be read": 1 });
  assertStringIncludes(report.problems[0]!.reason, "is encrypted. Decompress it first");
  await assertRejects(() => any(new File([encrypted], "zepp.zip")), TypeError, "is encrypted");
});
