import type { Client } from "../../client/client.ts";
import { type Progress, startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";
import type { Row } from "../../frame/polars/rows.ts";

export interface RecordBatch {
  readonly data_type: string;
  readonly records: readonly Row[];
}

export interface PutRecordsOptions {
  /** Action for messages, such as `put the sample data in`. */
  readonly action: string;
  /** Called with the progress over all types. @default a bar */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Sends records of several types to a service, with one progress for all of them.
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
