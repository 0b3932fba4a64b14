import { type ExportFile, readText } from "../export/exportFile.ts";
import { checkLines } from "../export/exportTable.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { linesOf } from "../export/pause.ts";
import { localStamps } from "../csv/localStamps.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";

/**
 * Reads `.AWD` files of Actiwatch and MotionWatch: activity counts per epoch. Format: parsers in
 * https://github.com/ghammad/pyActigraphy (`io/awd`) and https://github.com/wadpac/GGIRread.
 *
 * Seven lines hold the name, the date and time of the start, a code for the epoch, the age, the
 * serial number and the sex. Then each line has the count of an epoch, optionally light, and `M` if
 * the marker button was pressed. Times are local times.
 */
export const AWD: MakerReader = {
  name: "awd",
  title: "Actiwatch file (.AWD)",
  rules: [{ name: /\.awd$/i, read: readAwd }],
};

const HEADER_LINES = 7;

/** Count of an epoch, optionally light, and the marker. */
const LINE = /^(\d+)(?:\s*,\s*(\d+(?:[.,]\d+)?))?(?:\s+(M))?$/i;

/** Characters of a line, at most. */
const LONGEST = 200;

/** Codes of epochs, and their seconds. */
const EPOCHS: Readonly<Record<string, number>> = {
  1: 15,
  2: 30,
  4: 60,
  8: 120,
  20: 300,
  81: 2,
  C1: 5,
  C2: 10,
};

async function readAwd(file: ExportFile, { collector, tz, pause }: RuleContext): Promise<void> {
  const text = await readText(file, collector);
  const lines = linesOf(text);
  const [, date = "", clock = "", code = "", , serial] = Array.from(
    { length: HEADER_LINES },
    (): string => lines.next().value?.trim() ?? "",
  );
  const written = `${date} ${clock}`, stamps = localStamps([written]);
  const first = exportTimes(collector, tz).at(stamps.read(written) ?? written, "line 2");
  const seconds = EPOCHS[code.toUpperCase()];
  if (seconds === undefined) {
    const codes = Object.keys(EPOCHS).join(", ");
    throw new TypeError(`its epoch is ${JSON.stringify(code)}, expected one of ${codes}`);
  }
  if (first === undefined) return;
  collector.note(`the epoch is ${seconds} s, by its code ${code}`);
  const source = serial ? `Actiwatch ${serial}` : "Actiwatch";
  let at = -1;
  for (const written of lines) {
    if (++at % 100 === 99) await pause();
    const line = written.trim();
    if (line === "") continue;
    const where = `line ${at + HEADER_LINES + 1}`;
    const isLong = line.length > LONGEST;
    const [, count, light, mark] = isLong ? [] : LINE.exec(line) ?? [];
    const start = first + at * seconds * 1e6, end = start + seconds * 1e6;
    if (count === undefined) {
      const reason = isLong
        ? `it has more than ${LONGEST} characters`
        : "its count is not a whole number";
      collector.skip(reason, where, line.slice(0, LONGEST));
    } else {
      const sample = { start, end, value: Number(count), unit: "count", source };
      collector.other("activity_counts", sample, where);
    }
    if (light !== undefined) {
      const value = Number(light.replace(",", "."));
      const sample = { start, end, value, unit: "lx", source };
      collector.other("ambient_light", sample, where);
    }
    if (mark !== undefined) {
      collector.event({ start, title: "marker", calendar: "actigraph", source }, where);
    }
  }
  await checkLines(text, file, collector);
}
