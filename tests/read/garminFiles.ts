import { type ExportFixture, zipped } from "./export/exportFixture.ts";
import { fileId, fitFile, fitTime } from "./fitWriter.ts";

export const NIGHTS = [
  {
    sleepStartTimestampGMT: "2024-03-30T22:21:00.0",
    sleepEndTimestampGMT: "2024-03-31T05:44:00.0",
    calendarDate: "2024-03-31",
    sleepWindowConfirmationType: "ENHANCED_CONFIRMED_FINAL",
    deepSleepSeconds: 3720,
    lightSleepSeconds: 15000,
    remSleepSeconds: 6000,
    awakeSleepSeconds: 1860,
    unmeasurableSeconds: 0,
    averageRespiration: 14.0,
    avgSleepStress: 17.5,
    awakeCount: 1,
    retro: false,
    sleepScores: { overallScore: 82, qualityScore: 80 },
    spo2SleepSummary: { averageSPO2: 95.0, averageHR: 52.0 },
  },
  {
    sleepStartTimestampGMT: "2024-03-31T21:00:00.0",
    sleepEndTimestampGMT: "2024-04-01T05:00:00.0",
    calendarDate: "2024-04-01",
    deepSleepSeconds: 3600,
  },
  { retro: false, calendarDate: "2024-04-02" },
];

const day = (date: string, from: string, to: string, steps: number) => ({
  calendarDate: date,
  wellnessStartTimeGmt: from,
  wellnessEndTimeGmt: to,
  totalSteps: steps,
  totalDistanceMeters: 4799,
  activeKilocalories: 211.0,
  bmrKilocalories: 1435.0,
  restingHeartRate: 47,
  floorsAscendedInMeters: 13.217,
  allDayStress: {
    aggregatorList: [{ type: "TOTAL", averageStressLevel: 39 }, {
      type: "AWAKE",
      averageStressLevel: -1,
    }],
  },
  bodyBattery: { bodyBatteryStatList: [{ bodyBatteryStatType: "HIGHEST", statsValue: 83 }] },
});

export const DAYS = [
  day("2024-03-31", "2024-03-30T23:00:00.0", "2024-03-31T22:00:00.0", 7142),
  day("2024-04-01", "2024-03-31T22:00:00.0", "2024-04-01T22:00:00.0", 8000),
];

export const HEALTH = [{
  calendarDate: "2024-03-31",
  metrics: [
    { type: "HRV", value: 62, status: "IN_RANGE" },
    { type: "SPO2", value: 0, status: "UNKNOWN" },
    { type: "RESPIRATION", value: 14.2, status: "IN_RANGE" },
  ],
}];

export const RUN = Date.UTC(2024, 3, 1, 16);

export const ACTIVITIES = [{
  summarizedActivitiesExport: [{
    activityId: 111,
    name: "Run",
    activityType: "trail_running",
    beginTimestamp: RUN,
    startTimeLocal: RUN + 7_200_000,
    duration: 1_800_000,
    elapsedDuration: 1_860_000,
    distance: 502_000,
    calories: 1257,
    avgHr: 140,
  }],
}];

const seconds = (time: string) => fitTime(time);

export const MONITORING = fitFile([
  fileId(32),
  [103, [253, "Uint32", seconds("2024-03-31T22:00Z")], [0, "Uint32", seconds("2024-04-01T00:00Z")]],
  [55, [253, "Uint32", seconds("2024-04-01T08:00Z")], [3, "Uint32", 100], [5, "Enum", 6]],
]);

export const NIGHT = fitFile([
  fileId(49),
  [21, [253, "Uint32", seconds("2024-03-31T21:00Z")], [0, "Enum", 74], [1, "Enum", 0]],
  [275, [253, "Uint32", seconds("2024-04-01T05:00Z")], [0, "Enum", 2]],
]);

export const ACTIVITY = fitFile([
  fileId(4),
  [
    18,
    [2, "Uint32", seconds("2024-04-01T16:00Z")],
    [7, "Uint32", 1_860_000],
    [5, "Enum", 1],
  ],
]);

/** The export of an account, with FIT files in a zip file of it. */
export async function exported(): Promise<ExportFixture> {
  const uploads = await zipped({
    "me@example.com_1.fit": MONITORING,
    "me@example.com_2.fit": NIGHT,
    "me@example.com_3.fit": ACTIVITY,
  });
  return {
    "DI_CONNECT/DI-Connect-Wellness/2024-01-01_2024-04-10_1234_sleepData.json": JSON.stringify(
      NIGHTS,
    ),
    "DI_CONNECT/DI-Connect-Wellness/2024-01-01_2024-04-10_1234_healthStatusData.json": JSON
      .stringify(HEALTH),
    "DI_CONNECT/DI-Connect-Wellness/1234_userBioMetrics.json": JSON.stringify([
      { weight: { weight: 71500.0, timestampGMT: "2024-04-01T05:30:00.0" } },
      { metaData: { calendarDate: "2024-04-01" } },
    ]),
    "DI_CONNECT/DI-Connect-Aggregator/UDSFile_2024-01-01_2024-04-10.json": JSON.stringify(DAYS),
    "DI_CONNECT/DI-Connect-Metrics/MetricsMaxMetData_20240101_20240410_1234.json": JSON.stringify([
      { calendarDate: "2024-04-01", sport: "RUNNING", vo2MaxValue: 49.5 },
    ]),
    "DI_CONNECT/DI-Connect-Fitness/me_0_summarizedActivities.json": JSON.stringify(ACTIVITIES),
    "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip": uploads,
    "customer_data/customer.json": "{}",
  };
}
