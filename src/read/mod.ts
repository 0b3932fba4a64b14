/** Readers: CSV, Arrow, and exports of vendors as data frames. @module */
import "../frame/inNotebook.ts";
export { any } from "./any.ts";
export { parts, type PartsOptions } from "./parts.ts";
export { type ArrowLimits } from "../frame/arrow/arrowLimits.ts";
export { arrow, type ArrowOptions } from "./arrow.ts";
export type { IsolateLimits } from "../frame/isolate.ts";
export { type FileSource } from "./zip/fileSource.ts";
export { type TextSource, type WholeFile } from "./zip/wholeFile.ts";
export { fitbit } from "./fitbit/fitbit.ts";
export { fitbitSleep, type FitbitSleepOptions } from "./fitbit/fitbitSleep.ts";
export { FITBIT_LEVELS, type FitbitLevel, type FitbitLog } from "./fitbit/sleepLogs.ts";
export { appleHealth } from "./appleHealth/appleHealth.ts";
export type { AppleHealthOptions } from "./appleHealth/readHealth.ts";
export type {
  AppleHealthExport,
  HealthProblem,
  HealthReport,
  HealthTables,
} from "./appleHealth/healthReport.ts";
export type { StampsAs } from "./appleHealth/healthSpans.ts";
export type {
  ExportOptions,
  ExportProblem,
  ExportReport,
  ExportSource,
  MakerExport,
  PartName,
} from "./export/makerExport.ts";
export { gpx } from "./gpx/gpx.ts";
export { ics } from "./ics/ics.ts";
export { csv, type CsvInfo, csvInfo } from "./csv.ts";
export type { CsvOptions } from "./csv/csvOptions.ts";
export type { CsvColumnInfo } from "./csv/csvColumnInfo.ts";
export type { CsvProblem } from "./csv/readCsv.ts";
export type { CsvType } from "./csv/csvColumns.ts";
export { toRecords, type ToRecordsOptions } from "./toRecords.ts";
export { whoop } from "./whoop/whoop.ts";
export { withings } from "./withings/withings.ts";
export { oura } from "./oura/oura.ts";
export { fit } from "./fit/fit.ts";
export { gadgetbridge } from "./gadgetbridge/gadgetbridge.ts";
export { garmin } from "./garmin/garmin.ts";
