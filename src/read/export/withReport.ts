import { originalOf, setOriginal } from "./originals.ts";
import type { ExportReport, MakerExport } from "./makerExport.ts";
import { showExport } from "./showExport.ts";

/** Replaces the report of a part by the sum of several reports. */
export function withReport(part: MakerExport, reports: readonly ExportReport[]): MakerExport {
  if (reports.length === 1) return part;
  const sum = (counts: (report: ExportReport) => Readonly<Record<string, number>>) => {
    const all: Record<string, number> = {};
    for (const [name, count] of reports.flatMap((report) => Object.entries(counts(report)))) {
      all[name] = (all[name] ?? 0) + count;
    }
    return all;
  };
  const { seen = 0, read = 0 } = sum(({ files }) => files);
  const report = {
    reader: reports.map(({ reader }) => reader).filter((name) => name !== "").join(", "),
    files: { seen, read },
    read: sum(({ read }) => read),
    repeated: sum(({ repeated }) => ({ repeated }))["repeated"] ?? 0,
    skipped: sum(({ skipped }) => skipped),
    ignored: sum(({ ignored }) => ignored),
    problems: reports.flatMap(({ problems }) => problems),
    notes: reports.flatMap(({ notes }) => notes),
  };
  return setOriginal(showExport({ ...part, report }), originalOf(part));
}
