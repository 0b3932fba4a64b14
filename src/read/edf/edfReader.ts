import type { ExportFile } from "../export/exportFile.ts";
import { ALL_STAGES } from "../export/exportTables.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { eachInTurns, sortedInTurns } from "../export/pause.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { type EdfAnnotation, readEdf } from "./edfFile.ts";

const SOURCE = "EDF+";

/**
 * Reads the annotations of EDF+ files: hypnograms and events of a laboratory; not the signals.
 * Format: https://www.edfplus.info/specs/edfplus.html and its standard texts
 * (https://www.edfplus.info/specs/edftexts.html). Published files: the Sleep-EDF database
 * (https://physionet.org/content/sleep-edfx).
 *
 * The start is a local time. Stages N1 and N2 (1 and 2) become light sleep, N3 (3 and 4) deep sleep.
 */
export const EDF: MakerReader = {
  name: "edf",
  title: "EDF+ file",
  rules: [{
    name: /\.edf$|^the file$/i,
    isOurs: async (file) => {
      const head = new TextDecoder("latin1").decode((await file.head()).subarray(0, 256));
      return /^0 {7}/.test(head) && head.length === 256 && /^\d+ *$/.test(head.slice(184, 192));
    },
    read: readAnnotations,
  }],
};

const STAGE = /^sleep stage\s+(W|R|N?[1-4]|\?)$/i;

const STAGES: Readonly<Record<string, number>> = {
  W: 2,
  "1": 3,
  "2": 3,
  "3": 4,
  "4": 4,
  N1: 3,
  N2: 3,
  N3: 4,
  N4: 4,
  R: 5,
};

async function readAnnotations(file: ExportFile, context: RuleContext): Promise<void> {
  const { collector, tz, pause } = context, times = exportTimes(collector, tz);
  const { start: written, annotations } = await readEdf(file, context);
  const first = times.at(written, "the header");
  if (first === undefined) return;
  const micros = (seconds: number): number => Math.round(seconds * 1e6);
  const stages: (EdfAnnotation & { readonly name: string })[] = [];
  await eachInTurns(annotations, pause, (annotation) => {
    const name = STAGE.exec(annotation.text)?.[1]?.toUpperCase();
    if (name !== undefined) stages.push({ ...annotation, name });
    else {
      const start = first + micros(annotation.onset);
      const end = start + micros(annotation.duration ?? 0);
      const { text: title, where } = annotation;
      collector.event({ start, end, title, calendar: "annotations", source: SOURCE }, where);
    }
  });
  const sorted = await sortedInTurns(stages, (a, b) => a.onset - b.onset, pause);
  await eachInTurns(sorted, pause, ({ name, onset, duration, where }, i) => {
    const length = duration ?? (sorted[i + 1]?.onset ?? onset) - onset, stage = STAGES[name];
    if (stage === undefined) collector.omit("an epoch that was not scored (stage ?)");
    else if (length <= 0) collector.skip("its stage has no length", where);
    else {
      const start = first + micros(onset), end = first + micros(onset + length);
      collector.stage({ start, end, stage, known: ALL_STAGES, source: SOURCE }, where);
    }
  });
}
