import type { Client } from "../../client/client.ts";
import { type Progress, startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";
import type { Row } from "../../frame/polars/rows.ts";

/** Records of one data type. */
export interface RecordBatch {
  /** Their data type. */
  readonly data_type: string;
  /** The records. */
  readonly records: readonly Row[];
}

/** What is told of records that are put into a service. */
export interface PutRecordsOptions {
  /** What is being done, such as `put the sample data in`. */
  readonly action: string;
  /** Called with how far it has come, over all types. @default a bar */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Puts records of several types into a service, as one piece of work for who watches its progress.
 *
 * @returns the number of records by data type
 */
export async function putRecords(
  client: Client,
  batches: readonly RecordBatch[],
  { action, onProgress }: PutRecordsOptions,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const total = batches.reduce((sum, { records }) => sum + records.length, 0);
  const progress = startProgress(onProgress ?? progressBar(), { action, unit: "records" });
  let before = 0;
  try {
    for (const { data_type, records } of batches) {
      counts[data_type] = (counts[data_type] ?? 0) + records.length;
      if (records.length === 0) continue;
      await client.api.ingest.records(data_type, records, {
        onProgress: ({ done }) => progress.report(before + done, total),
      });
      before += records.length;
    }
  } finally {
    progress.end();
  }
  return counts;
}
