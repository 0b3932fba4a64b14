export type * from "../schema/models.ts";
export type * from "../schema/enums.ts";
export type { Measurement, ReadMeasurement } from "../schema/measurements.ts";
export type { Api, api } from "./api.ts";
export type {
  Endpoint,
  Endpoints,
  Field,
  Fields,
  Json,
  Kind,
  Method,
  ModelName,
  Models,
  ReadAs,
  RecordColumn,
  RecordColumns,
  Returns,
  SentAs,
  Split,
  Unknown,
} from "./fields/endpoint.ts";
export type {
  ArgumentOf,
  Arguments,
  BodyOf,
  FieldValue,
  FilledNames,
  OptionalPath,
  PathValue,
  QueryOf,
  ReadingOf,
  Readings,
  RequiredNames,
  RequiredPath,
  Simplify,
  ValueOf,
} from "./fields/arguments.ts";
export type {
  AGGREGATE_FUNCTIONS,
  AggregateFunction,
  OUTPUT_METHODS,
  OutputMethod,
  SLEEP_MODES,
  SleepMode,
} from "./fields/enums.ts";
export type { Names } from "./fields/names.ts";
export type {
  BuiltInMetric,
  Measure,
  MetricColumn,
  MetricName,
  METRICS,
} from "./fields/metricTable.ts";
export type { PATH_FIELDS } from "./fields/pathFields.ts";
