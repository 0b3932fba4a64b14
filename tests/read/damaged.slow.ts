import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { any } from "../../src/read/any.ts";
import type { MakerExport } from "../../src/read/export/makerExport.ts";
import { type ExportFixture, unzipped, zipped } from "./export/exportFixture.ts";
import { EXAMPLE_FILES } from "./exampleFiles.ts";
import { TAKEOUT_FILES } from "./fitbitFiles.ts";
import { assertOwnWords } from "./ownWords.ts";

const TZ = "Europe/Berlin";
const CALENDAR = await Deno.readTextFile(new URL("../fixtures/calendar.ics", import.meta.url));
const TRACK = `<gpx creator="Watch"><trk><type>run</type><trkseg>
<trkpt lat="52.52" lon="13.40"><ele>34</ele><time>2024-05-01T08:00:00Z</time><hr>120</hr></trkpt>
<trkpt lat="52.53" lon="13.41"><time>2024-05-01T08:05:00Z</time></trkpt>
</trkseg></trk></gpx>`;
const FILES: ExportFixture = { ...TAKEOUT_FILES, "walk.gpx": TRACK, "work.ics": CALENDAR };
const RANGE = { tz: TZ, range: "2024" };
const WHOLE = zipped(FILES);

/** What a damaged export gives; undefined where it is refused, with a message that says what could not be done. */
async function readDamaged(bytes: Uint8Array<ArrayBuffer>): Promise<MakerExport | undefined> {
  try {
    return await any(bytes, RANGE);
  } catch (error) {
    assert(error instanceof TypeError || error instanceof RangeError, String(error));
    assert(error.message.startsWith("Cannot read "), error.message);
    return undefined;
  }
}

Deno.test("a zip file that is cut anywhere is rejected, never read in part", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: WHOLE.length - 1 }), async (length) => {
      assertEquals(await readDamaged(WHOLE.slice(0, length)), undefined);
    }),
    { numRuns: 60 },
  );
});

Deno.test("a zip file with a byte changed is rejected, or is read as it was, or names the file that is damaged", async () => {
  const sound = (await any(WHOLE, RANGE)).report;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: WHOLE.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const bytes = WHOLE.slice();
        bytes[at]! ^= change;
        const report = (await readDamaged(bytes))?.report;
        if (report === undefined || report.skipped["the file cannot be read"]! > 0) return;
        // Only names, times and flags in the directory remain, and a name may no longer be a vendor's.
        assert(report.files.read <= sound.files.read);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("no changed byte of a zip file makes the reader hang", async () => {
  const small = zipped({ "walk.gpx": TRACK });
  const { locations } = await any(small, RANGE);
  for (let at = 0; at < small.length; at++) {
    const bytes = small.slice();
    bytes[at]! ^= 0xff;
    const content = await readDamaged(bytes);
    if (content !== undefined) assertEquals(content.locations.toRecords(), locations.toRecords());
  }
});

Deno.test("junk in any part of a file is skipped and reported, and stops nothing", async () => {
  const names = Object.keys(FILES).filter((name) => !/readme/.test(name));
  const junk = fc.constantFrom(
    "",
    "null",
    '"',
    "{}",
    "[",
    "-1",
    "1e999",
    "NaN",
    "9",
    ",",
    "\n",
    "\u0000",
    "é",
    "99/99/99",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.integer({ min: 0, max: 12 }),
      junk,
      async (name, place, length, put) => {
        const text = FILES[name] as string, at = Math.floor(place * text.length);
        const changed = text.slice(0, at) + put + text.slice(at + length);
        const file = new File([changed], name.replace(/^.*\//, ""));
        const content = await readDamaged(new Uint8Array(await zippedOne(file)));
        for (const frame of Object.values(content?.metrics ?? {})) {
          assertEquals(frame.getColumn("value").nullCount(), 0, "nothing becomes a silent null");
        }
      },
    ),
    { numRuns: 400 },
  );
});

async function zippedOne(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return zipped({ [file.name]: new Uint8Array(await file.arrayBuffer()) });
}

for (const [name, file] of Object.entries(EXAMPLE_FILES)) {
  Deno.test(`a damaged, cut or empty example of ${name} is read in part, or rejected with a reason`, async () => {
    const files = await unzipped(file);
    const paths = Object.keys(files).filter((path) => files[path]!.length < 200_000);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        fc.constantFrom("cut", "flip", "empty", "junk", "zeros", "tags", "entities"),
        async (path, place, damage) => {
          const whole = files[path]!, at = Math.floor(place * whole.length);
          const changed = damage === "cut"
            ? whole.slice(0, at)
            : damage === "empty"
            ? new Uint8Array()
            : whole.slice();
          if (damage === "flip") changed[at]! ^= 0x55;
          if (damage === "junk") changed.fill(0x7b, at, at + 40);
          if (damage === "zeros") changed.fill(0, at, at + 40);
          if (damage === "tags") changed.fill(0x3c, at, at + 3);
          if (damage === "entities") changed.fill(0x26, at, at + 3);
          const damaged = new File([zipped({ ...files, [path]: changed })], "damaged.zip");
          try {
            const { report, metrics } = await any(damaged, RANGE);
            for (const { reason } of report.problems) assertOwnWords(reason);
            for (const frame of Object.values(metrics)) {
              assertEquals(frame.getColumn("value").nullCount(), 0);
            }
            if (damage !== "cut" || at === 0) return;
            // The other files are read as before.
            assertEquals(report.files.seen >= paths.length, true);
          } catch (error) {
            assert(error instanceof TypeError || error instanceof RangeError, String(error));
            assert(error.message.startsWith("Cannot read "), error.message);
            assertOwnWords(error.message);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
}
