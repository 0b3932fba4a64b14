import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import { textColumn } from "../../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame, type OpenOptions } from "../../frame/open.ts";
import { isKnownWords } from "./knownWords.ts";
import { STAGES_KNOWN } from "./stageTableOf.ts";

/** Columns of raw samples, by the names that stage frames use. */
const SAMPLE_NAMES = {
  start_time: "start_date",
  end_time: "end_date",
  sleep_stage: "value",
} as const;
const ID = { id: "uuid" } as const;

/**
 * Opens a stage frame, or raw samples of `SleepStage` (`start_date`, `end_date`, `value`, optional
 * `uuid` and `extras`) under the names of a stage frame.
 *
 * @param columns Names given by the caller; a name for a time or a stage turns off the detection of
 * raw samples.
 */
export function openStages(
  frame: FrameLike,
  options: OpenOptions,
  columns: ColumnNames = {},
): OpenFrame {
  const data = openFrame(frame, options), { names } = data;
  const isSamples = Object.entries(SAMPLE_NAMES).every(([name, sample]) =>
    columns[name] === undefined && !names.includes(name) && names.includes(sample)
  );
  if (!isSamples) return data;
  const hasId = names.includes("uuid") && !names.includes("id") && columns["id"] === undefined;
  const known = names.includes("extras") && !names.includes(STAGES_KNOWN)
    ? knownOfExtras(data.read({ extras: "text" }).extras.values)
    : undefined;
  return data.rename(
    hasId ? { ...SAMPLE_NAMES, ...ID } : SAMPLE_NAMES,
    {
      sleep_stage: data.read({ value: "int64" }).value, // the service returns floats
      ...known && { [STAGES_KNOWN]: textColumn(known) },
    },
  );
}

/**
 * Returns the stages that the sources of samples detect, as an import has stored them in `extras`:
 * null if missing or invalid. Returns `undefined` if no sample has them.
 */
export function knownOfExtras(
  extras: readonly (string | null)[],
): (string | null)[] | undefined {
  const known = extras.map(stagesKnown);
  return known.some((words) => words !== null) ? known : undefined;
}

function stagesKnown(extras: string | null): string | null {
  if (extras === null || !extras.includes(STAGES_KNOWN)) return null;
  try {
    const { [STAGES_KNOWN]: words } = JSON.parse(extras);
    return typeof words === "string" && isKnownWords(words) ? words : null;
  } catch {
    return null;
  }
}
