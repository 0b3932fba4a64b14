export type {
  Annotation,
  AnnotationBody,
  AnnotationSpec,
  LabelMapping,
  Measurand,
  Measured,
  Measurement,
  ScaleMapping,
} from "./annotations.ts";
export type { ANNOTATION_TYPES, AnnotationType, MEASUREMENT_UNITS } from "../schema/enums.ts";
export type { Api, api } from "./api.ts";
export type {
  DataType,
  DataTypeBody,
  JsonSchema,
  OldDataType,
  OwnType,
  RecordSpec,
} from "./catalog.ts";
export type { BASE_TYPES } from "../schema/enums.ts";
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
  OUTPUT_METHODS,
  OutputMethod,
  SLEEP_MODES,
  SleepMode,
} from "./fields/enums.ts";
export type {
  API_VERSIONS,
  CATEGORIES,
  METRIC_KINDS,
  MetricKind,
  RECORD_TYPES,
} from "../schema/enums.ts";
export type { FileChange, FileIdentity, InputFile, NewFile } from "./files.ts";
export type { FILE_STATES } from "../schema/enums.ts";
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
