import type { MetricName } from "../../api/fields/metricTable.ts";
import { reportText } from "../../read/export/reportText.ts";
import { showsText } from "../../display/displayMembers.ts";
import type { ExportReport } from "../../read/export/makerExport.ts";
import { countText } from "../../options/countText.ts";

/** Result of an import. It displays itself as text. */
export interface IngestedFile {
  /** Number of new records by data type; of all sent records if `alreadyThere` is undefined. */
  readonly stored: Readonly<Record<string, number>>;
  /**
   * Number of records that were stored before, by data type. `undefined` if the service does not
   * store imports, and so does not report it.
   */
  readonly alreadyThere: Readonly<Record<string, number>> | undefined;
  /** Reasons why data was left out, by its type in the file. */
  readonly left: Readonly<Record<string, string>>;
  /**
   * Your own metrics for values without a metric in the catalog: their identifiers by the export's
   * names, for `me.daily(range, { metrics: [own.hrv_rmssd] })`.
   */
  readonly own: Readonly<Record<string, MetricName>>;
  /** Report of the reader; `undefined` if frames were imported. */
  readonly report: ExportReport | undefined;
  /**
   * Id of the import: `me.imports.undo({ import_id })` deletes what it stored. `undefined` if the
   * service does not store imports.
   */
  readonly import: string | undefined;
}

/** Makes the result of an import display itself as text. */
export function showIngested(result: IngestedFile): IngestedFile {
  return showsText(result, () => ingestedText(result));
}

/** Describes new records, known records, and omitted data with the reasons. */
function ingestedText(result: IngestedFile): string {
  const { stored, alreadyThere, left, report } = result;
  const total = sum(stored), known = sum(alreadyThere ?? {});
  const first = alreadyThere === undefined
    ? `Sent ${records(total)}. The service does not say which of them it already had.`
    : total > 0
    ? `Stored ${records(total, "new ")}; ${countText(known, "was", "were")} already there.`
    : known > 0
    ? `Nothing was new: ${
      known === 1 ? "the only record was" : `all ${records(known)} were`
    } already there.`
    : "Nothing was stored.";
  return [
    first,
    ...section(alreadyThere === undefined ? "sent" : "new", stored),
    ...section("already there", alreadyThere ?? {}),
    ...Object.keys(left).length === 0 ? [] : ["not stored:"],
    ...Object.entries(left).map(([name, reason]) => `  ${name}: ${reason}`),
    ...report === undefined ? [] : [reportText(report)],
    ...result.import === undefined || total === 0
      ? []
      : [`undo: me.imports.undo({ import_id: "${result.import}" })`],
  ].join("\n");
}

function section(title: string, counts: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  const width = Math.max(...entries.map(([, value]) => count(value).length));
  return [
    `${title}:`,
    ...entries.map(([name, value]) => `  ${count(value).padStart(width)}  ${name}`),
  ];
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, value) => total + value, 0);
}

function records(value: number, kind = ""): string {
  return countText(value, `${kind}record`);
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
