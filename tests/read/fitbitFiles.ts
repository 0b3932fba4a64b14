import type { ExportFixture } from "./export/exportFixture.ts";

/** A night of the spring change in Berlin as a sleep log has it: no zone, short wakes laid over it. */
export const NIGHT = {
  logId: 7_001,
  dateOfSleep: "2024-03-31",
  startTime: "2024-03-30T23:00:00.000",
  endTime: "2024-03-31T07:00:00.000",
  mainSleep: true,
  type: "stages",
  levels: {
    data: [
      { dateTime: "2024-03-30T23:00:00.000", level: "light", seconds: 3600 },
      { dateTime: "2024-03-31T00:00:00.000", level: "deep", seconds: 3600 },
      { dateTime: "2024-03-31T01:00:00.000", level: "rem", seconds: 1800 },
    ],
    shortData: [{ dateTime: "2024-03-31T00:20:00.000", level: "wake", seconds: 120 }],
  },
};

const TAKEOUT = "Takeout/Fitbit";
const GLOBAL = `${TAKEOUT}/Global Export Data`;
const GOOGLE = `${TAKEOUT}/Physical Activity_GoogleData`;
const HEALTH = `${TAKEOUT}/Health Fitness Data_GoogleData`;

/**
 * Takeout with the formats of both generations, and with other files that such archives contain.
 */
export const TAKEOUT_FILES: ExportFixture = {
  [`${TAKEOUT}/Your Profile/Profile.csv`]:
    "id,full_name,timezone,date_of_birth\nX,A B,Europe/Berlin,1990-01-01\n",
  [`${GLOBAL}/steps-2024-03-31.json`]: JSON.stringify([
    { dateTime: "03/31/24 00:59:00", value: "12" },
    { dateTime: "03/31/24 01:00:00", value: "30" },
    { dateTime: "03/31/24 01:00:00", value: "30" }, // the next file of a real export begins with it again
  ]),
  [`${GLOBAL}/distance-2024-03-31.json`]: JSON.stringify([
    { dateTime: "03/31/24 00:59:00", value: "840" },
  ]),
  [`${GLOBAL}/calories-2024-03-31.json`]: JSON.stringify([
    { dateTime: "03/31/24 00:59:00", value: "1.20" },
  ]),
  [`${GLOBAL}/heart_rate-2024-03-31.json`]: JSON.stringify([
    { dateTime: "03/31/24 00:59:04", value: { bpm: 61, confidence: 3 } },
  ]),
  [`${GLOBAL}/resting_heart_rate-2024-03-07.json`]: JSON.stringify([
    { dateTime: "03/30/24 00:00:00", value: { date: "03/30/24", value: 56.4, error: 6.8 } },
    { dateTime: "03/31/24 00:00:00", value: { date: "03/31/24", value: 55.9, error: 6.8 } },
    { dateTime: "04/01/24 00:00:00", value: { date: null, value: 0, error: 0 } },
  ]),
  [`${GLOBAL}/weight-2024-03-31.json`]: JSON.stringify([
    { logId: 1, weight: 154.3, bmi: 22.1, fat: 18.5, date: "03/31/24", time: "07:15:00" },
  ]),
  [`${GLOBAL}/exercise-0.json`]: JSON.stringify([
    {
      logId: 9,
      activityName: "Walk",
      startTime: "03/31/24 10:00:00",
      duration: 1_800_000,
      calories: 120,
      distance: 2.5,
      distanceUnit: "Kilometer",
      source: { name: "Versa 3" },
    },
  ]),
  [`${GLOBAL}/sleep-2024-03-31.json`]: JSON.stringify([NIGHT]),
  [`${GOOGLE}/steps_2024-03-01.csv`]:
    "timestamp,steps,data source\n2024-03-31T00:59:00Z,12,MobileTrack\n2024-03-31T00:59:30.250Z,11,Fit Health Connect\n",
  [`${GOOGLE}/heart_rate_2024-03-31.csv`]:
    "timestamp,beats per minute,data source\n2024-03-31T00:59:04Z,61.0,Versa 3\n2024-03-31T00:59:09Z,62.0,Versa 3\n",
  [`${GOOGLE}/heart_rate_readme.txt`]: "Time Series Data Export\n",
  [`${GOOGLE}/calories_2024-03-01.csv`]:
    "timestamp,calories,data source\n2024-03-31T00:59:00Z,1.2,Google Health App\n",
  [`${HEALTH}/UserSleepStages_2024-04-01.csv`]:
    "sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end,data_source\n" +
    "7001,1,LIGHT,+01:00,2024-03-30 22:00:00+0000,+01:00,2024-03-30 23:00:00+0000,DERIVED\n",
  [`${HEALTH}/UserExercises_2024-04-01.csv`]:
    "exercise_id,exercise_start,exercise_end,utc_offset,activity_name,tracker_total_calories,tracker_total_distance_mm\n" +
    "1,2024-03-31 10:00:00+0000,2024-03-31 10:30:00+0000,+02:00,Outdoor Walk,118,2490000\n" +
    "2,2024-03-31 17:00:00+0000,2024-03-31 17:45:00+0000,+02:00,Bike,300,15000000\n",
  [`${TAKEOUT}/Sleep Score/sleep_score.csv`]:
    "sleep_log_entry_id,timestamp,overall_score,composition_score\n7001,2024-03-31T05:00:00Z,82,-1\n",
  [`${TAKEOUT}/Oxygen Saturation (SpO2)/Minute SpO2 - 2024-03-31.csv`]:
    "timestamp,value\n2024-03-31T00:01:00Z,95.1\n2024-03-31T00:02:00Z,50.0\n",
  [`${TAKEOUT}/Heart Rate Variability/Daily Heart Rate Variability Summary - 2024-03-(31).csv`]:
    "timestamp,rmssd,nremhr,entropy\n2024-03-31T00:00:00,41.5,58,2.9\n",
  [`${TAKEOUT}/Temperature/Computed Temperature - 2024-03-01.csv`]:
    "type,sleep_start,sleep_end,temperature_samples,nightly_temperature\nSKIN,2024-03-30T23:00,2024-03-31T07:00,480,33.9\n",
  [`${TAKEOUT}/Biometrics/Glucose 202403.csv`]: "no data",
  [`${TAKEOUT}/Stress Score/Stress Score.csv`]:
    "DATE,UPDATED_AT,STRESS_SCORE,STATUS\n2024-03-31T00:00:00,x,74,READY\n2024-04-01T00:00:00,x,0,NO_DATA\n",
};
