export type {
  Annotation,
  ANNOTATION_TYPES,
  AnnotationBody,
  AnnotationSpec,
  AnnotationType,
  LabelMapping,
  Measurand,
  Measured,
  Measurement,
  MEASUREMENT_UNITS,
  ScaleMapping,
} from "./annotations.ts";
export type { Api, api } from "./api.ts";
export type {
  BASE_TYPES,
  DataType,
  DataTypeBody,
  JsonSchema,
  OldDataType,
  OwnType,
  RecordSpec,
} from "./catalog.ts";
export type { Availability, Insight, Updates } from "./changes.ts";
export type { CustomInput, CustomInputBody } from "./customInputs.ts";
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
  OldJson,
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
  API_VERSIONS,
  CATEGORIES,
  METRIC_KINDS,
  MetricKind,
  OUTPUT_METHODS,
  OutputMethod,
  RECORD_TYPES,
  SLEEP_MODES,
  SleepMode,
} from "./fields/enums.ts";
export type { FILE_STATES, FileChange, FileIdentity, InputFile, NewFile } from "./files.ts";
export type { Group, GroupBody, Participant } from "./groups.ts";
export type { IngestResult, LegacyRecord } from "./ingest.ts";
export type { Bounds } from "./locations.ts";
export type { Metric } from "./metrics.ts";
export type { Names } from "./fields/names.ts";
export type {
  PeriodsOfDay,
  Reflection,
  ReflectionBody,
  Schedule,
  StoredReflection,
} from "./reflections.ts";
export type { Session } from "./sessions.ts";
export type { Dataset, Share, ShareBody } from "./shares.ts";
export type { SleepStage } from "./sleep.ts";
export type { DataSource } from "./sources.ts";
export type { StorageChange } from "./storage.ts";
export type * from "../schema/models.ts";
export type { Preferences, ServiceStatus, Totals, UserInfo } from "./user.ts";
