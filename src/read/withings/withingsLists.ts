import type { ExportFile } from "../export/exportFile.ts";
import { readExportTable } from "../export/exportTable.ts";
import { exportTimes } from "../export/exportTimes.ts";
import type { RuleContext } from "../export/readExport.ts";
import { countText } from "../../options/countText.ts";

/** Value from `start` to `end`, in microseconds since 1970. */
export interface WithingsValue {
  /** Start. */
  readonly start: number;
  /** End. */
  readonly end: number;
  /** Value. */
  readonly value: number;
  /** Place in the file. */
  readonly where: string;
}

/** Number of values between two steps: a field may have hundreds of thousands. */
const STEP = 256;

/**
 * Passes the values of a `raw_` file to a callback. Each row has a time, a list of lengths in seconds
 * and a list of as many values, without gaps: `2026-09-26T18:46:00+02:00,"[60,60]","[0,1]"`.
 */
export async function readLists(
  file: ExportFile,
  { collector, tz, pause }: RuleContext,
  take: (value: WithingsValue) => void,
): Promise<void> {
  const times = exportTimes(collector, tz);
  const options = { needs: ["start", "duration", "value"], collector, pause };
  await readExportTable(file, options, function* ({ text, where }) {
    const from = text("start"), duration = text("duration"), values = text("value");
    const first = times.at(from, where);
    if (first === undefined) return;
    const lengths = numbersIn(duration), list = numbersIn(values);
    if (lengths === undefined || list === undefined) {
      return collector.skip(
        "its lists are not lists of numbers",
        where,
        `${duration} and ${values}`,
      );
    }
    if (lengths.length !== list.length) {
      const counts = `${countText(lengths.length, "length")} and ${
        countText(list.length, "value")
      }`;
      return collector.skip("its lists are not of one length", where, counts);
    }
    let start = first;
    for (const [at, seconds] of lengths.entries()) {
      const end = start + Math.round(seconds * 1e6);
      take({ start, end, value: list[at]!, where });
      start = end;
      if (at % STEP === STEP - 1) yield;
    }
  });
}

function numbersIn(text: string | undefined): number[] | undefined {
  if (text === undefined || !/^\[[-+.,\deE\s]*\]$/.test(text)) return undefined;
  try {
    return JSON.parse(text) as number[];
  } catch {
    return undefined;
  }
}
