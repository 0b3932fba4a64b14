/** What is the same for each session: the engines' rows must be equal, and errors must be errors. */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  "spark.sql.session.timeZone": "UTC",
  "spark.sql.ansi.enabled": "true", // what does not parse is an error, not null
  "spark.sql.execution.arrow.maxRecordsPerBatch": "100000",
  "spark.sql.execution.arrow.compression.codec": "zstd", // never lz4: with it executors hang (Spark 4.3.0)
  "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS", // else INT96, which is in nanoseconds
  "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
};
