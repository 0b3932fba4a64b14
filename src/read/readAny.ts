import { checkOptions } from "../options/checkOptions.ts";
import { type ExportFile, withExport } from "./export/exportFiles.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";
import { checkOnly, EXPORT_OPTIONS } from "./export/readExport.ts";
import { showExport } from "./export/showExport.ts";
import { type Reader, READERS } from "./readers.ts";

const ACTION = "read the export";

/** Reads an export with the reader that knows it, as `read.any` says. */
export async function readAny(source: ExportSource, options: ExportOptions): Promise<MakerExport> {
  checkOptions(ACTION, options, EXPORT_OPTIONS);
  checkOnly(ACTION, options.only);
  const [reader, ...further] = await withExport(source, ACTION, async (files) => {
    const found: Reader[] = [], taken = new Set<ExportFile>();
    for (const reader of READERS) {
      const own = await reader.recognise(files);
      if (own.isSubsetOf(taken)) continue;
      found.push(reader);
      for (const file of own) taken.add(file);
    }
    if (found.length > 0) return found;
    const names = files.slice(0, 10).map(({ name }) => name).join(", ");
    const known = READERS.map(({ title }) => title).join(", ");
    throw new TypeError(
      `Cannot ${ACTION}: it is none of ${known}; it holds ${names || "nothing"}` +
        (files.some(({ name }) => /\.[ct]sv$/i.test(name)) ? "; read a table with read.csv" : ""),
    );
  });
  const content = await reader!.read(source, options);
  if (further.length === 0) return content;
  const notes = further.map(({ name, title }) => `there is also a ${title}: read.${name} reads it`);
  const { report } = content;
  return showExport({ ...content, report: { ...report, notes: [...report.notes, ...notes] } });
}
