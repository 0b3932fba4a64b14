export type * from "../schema/models.ts";
export type * from "../schema/enums.ts";
export type { Measurement, ReadMeasurement } from "../schema/measurements.ts";
export type { Api, api } from "./api.ts";
export type {
  ArgumentOf,
  Arguments,
  BodyOf,
  Endpoint,
  Endpoints,
  Field,
  Fields,
  FieldValue,
  FilledNames,
  Json,
  Kind,
  Method,
  ModelName,
  Models,
  OptionalPath,
  QueryOf,
  ReadAs,
  ReadingOf,
  Readings,
  RecordColumn,
  RecordColumns,
  RequiredNames,
  RequiredPath,
  Returns,
  SentAs,
  Simplify,
  Split,
  Unknown,
  ValueOf,
} from "./fields/endpoint.ts";
export type {
  AGGREGATE_FUNCTIONS,
  AggregateFunction,
  OUTPUT_METHODS,
  OutputMethod,
  SLEEP_MODES,
  SleepMode,
} from "./fields/enums.ts";
export type { Names } from "./fields/names.ts";
