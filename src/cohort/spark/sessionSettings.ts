/**
 * Settings of every session. They make the rows of both engines equal, and invalid values errors.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  "spark.sql.session.timeZone": "UTC",
  "spark.sql.ansi.enabled": "true", // a parse failure is an error, not null
  "spark.sql.execution.arrow.maxRecordsPerBatch": "100000",
  "spark.sql.execution.arrow.compression.codec": "zstd", // never lz4, which makes executors hang (Spark 4.3.0)
  "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS", // the default is INT96, in nanoseconds
  "spark.sql.caseSensitive": "true", // columns may differ only in case
  "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
};
