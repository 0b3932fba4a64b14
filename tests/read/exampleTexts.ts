/**
 * Made-up exports of vendors that `read.any` recognizes by their content, in the documented formats.
 */
export const TCX_RIDE = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
 <Activities><Activity Sport="Biking"><Id>2024-03-31T00:58:00Z</Id>
  <Lap StartTime="2024-03-31T00:58:00Z"><TotalTimeSeconds>120</TotalTimeSeconds>
   <DistanceMeters>900.5</DistanceMeters><Calories>12</Calories>
   <AverageHeartRateBpm><Value>119</Value></AverageHeartRateBpm>
   <Track>
    <Trackpoint><Time>2024-03-31T00:58:00Z</Time><Position><LatitudeDegrees>52.5</LatitudeDegrees>
     <LongitudeDegrees>13.4</LongitudeDegrees></Position><AltitudeMeters>34.5</AltitudeMeters>
     <HeartRateBpm><Value>118</Value></HeartRateBpm><Cadence>80</Cadence></Trackpoint>
    <Trackpoint><Time>2024-03-31T01:00:00Z</Time><HeartRateBpm><Value>120</Value></HeartRateBpm>
     <Extensions><ns3:TPX xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
      <ns3:Speed>7.5</ns3:Speed><ns3:Watts>180</ns3:Watts></ns3:TPX></Extensions></Trackpoint>
   </Track></Lap>
  <Lap StartTime="2024-03-31T01:05:00Z"><TotalTimeSeconds>60.5</TotalTimeSeconds>
   <DistanceMeters>400</DistanceMeters><Calories>8</Calories></Lap>
  <Creator><Name>Edge 530</Name></Creator>
 </Activity></Activities></TrainingCenterDatabase>`;

export const STRAVA_ACTIVITIES =
  `Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Filename,Elapsed Time,Moving Time,Distance,Max Heart Rate,Average Heart Rate,Calories
1,"Mar 31, 2024, 12:30:00 AM","Night ride, long",Ride,3600,"1,020.30",160.0,40,activities/1.gpx.gz,3600.0,3400.0,1020300.5,160.0,131.5,720.0
2,"Apr 1, 2024, 7:00:00 PM",Swim,Swim,1800,1.50,,,,1800.0,1700.0,1500.0,,,300.0
`;

export const SAMSUNG_FILES = {
  "Samsung Health/com.samsung.health.sleep_stage.20240501.csv":
    `com.samsung.health.sleep_stage,7006011,7
create_sh_ver,start_time,sleep_id,custom,update_time,create_time,stage,time_offset,deviceuuid,pkg_name,end_time,datauuid
,2024-03-30 22:00:00.000,a,,,,40001,UTC+0100,watch,x,2024-03-30 22:10:00.000,1,
,2024-03-30 22:10:00.000,a,,,,40002,UTC+0100,watch,x,2024-03-31 00:10:00.000,2,
,2024-03-31 00:10:00.000,a,,,,40003,UTC+0100,watch,x,2024-03-31 01:00:00.000,3,
,2024-03-31 01:00:00.000,a,,,,40004,UTC+0100,watch,x,2024-03-31 01:30:00.000,4,
,2024-03-31 01:30:00.000,a,,,,49999,UTC+0100,watch,x,2024-03-31 01:40:00.000,5,
`,
  "Samsung Health/com.samsung.shealth.tracker.heart_rate.20240501.csv":
    `com.samsung.shealth.tracker.heart_rate,6310001,2
tag_id,com.samsung.health.heart_rate.start_time,com.samsung.health.heart_rate.time_offset,com.samsung.health.heart_rate.heart_rate,com.samsung.health.heart_rate.end_time,com.samsung.health.heart_rate.deviceuuid
,2024-03-30 22:00:00.000,UTC+0100,58.0,2024-03-30 22:00:59.999,watch,
,2024-03-30 22:01:00.000,UTC+0100,fast,2024-03-30 22:01:59.999,watch,
`,
  "Samsung Health/com.samsung.shealth.tracker.pedometer_day_summary.20240501.csv":
    `com.samsung.shealth.tracker.pedometer_day_summary,201,1
step_count,day_time,distance,deviceuuid
6861,1711756800000,5194.83,phone,
`,
  "Samsung Health/com.samsung.shealth.exercise.20240501.csv": `com.samsung.shealth.exercise,63,8
com.samsung.health.exercise.start_time,com.samsung.health.exercise.end_time,com.samsung.health.exercise.exercise_type,com.samsung.health.exercise.duration,com.samsung.health.exercise.distance,com.samsung.health.exercise.calorie,com.samsung.health.exercise.mean_heart_rate
2024-03-31 10:00:00.000,2024-03-31 10:31:00.000,1002,1800000,5000.0,350.0,142.0,
`,
};

export const GOOGLE_FIT_FILES = {
  "Takeout/Fit/All Data/raw_com.google.weight_com.app.json": JSON.stringify({
    "Data Source": "raw:com.google.weight:com.app:Scale",
    "Data Points": [{
      fitValue: [{ value: { fpVal: 71.5 } }],
      dataTypeName: "com.google.weight",
      startTimeNanos: 1711800000000000000,
      endTimeNanos: 1711800000000000000,
    }],
  }),
  "Takeout/Fit/All Data/derived_com.google.weight_merge_weight.json": JSON.stringify({
    "Data Source": "derived:com.google.weight:com.google.android.gms:merge_weight",
    "Data Points": [{
      fitValue: [{ value: { fpVal: 71.5 } }],
      originDataSourceId: "raw:com.google.weight:com.app:Scale",
      dataTypeName: "com.google.weight",
      startTimeNanos: 1711800000000000000,
      endTimeNanos: 1711800000000000000,
    }],
  }),
  "Takeout/Fit/All Data/raw_com.google.sleep.segment_com.app.json": JSON.stringify({
    "Data Source": "raw:com.google.sleep.segment:com.app:",
    "Data Points": [4, 5, 6, 1, 9].map((stage, i) => ({
      fitValue: [{ value: { intVal: stage } }],
      dataTypeName: "com.google.sleep.segment",
      startTimeNanos: (1711836000 + 3600 * i) * 1e9,
      endTimeNanos: (1711839600 + 3600 * i) * 1e9,
    })),
  }),
  "Takeout/Fit/All Sessions/2024-03-31T10_00_00+02_00_RUNNING.json": JSON.stringify({
    fitnessActivity: "running",
    startTime: "2024-03-31T08:00:00Z",
    endTime: "2024-03-31T08:30:00Z",
    duration: "1750.5s",
    aggregate: [
      { metricName: "com.google.distance.delta", floatValue: 5012.5 },
      { metricName: "com.google.calories.expended", floatValue: 340.2 },
    ],
  }),
  "Takeout/Fit/Daily activity metrics/2024-03-31.csv": "Start time,End time\n",
};

export const TIMELINE = JSON.stringify({
  semanticSegments: [
    {
      startTime: "2024-03-31T10:00:00.000+02:00",
      endTime: "2024-03-31T12:00:00.000+02:00",
      timelinePath: [{ point: "52.5200000°, 13.4000000°", time: "2024-03-31T10:15:00.000+02:00" }],
    },
    {
      startTime: "2024-03-31T12:00:00.000+02:00",
      endTime: "2024-03-31T13:00:00.000+02:00",
      visit: {
        topCandidate: { semanticType: "INFERRED_HOME", placeLocation: { latLng: "52.5°, 13.3°" } },
      },
    },
    {
      startTime: "2024-03-31T13:00:00.000+02:00",
      endTime: "2024-03-31T13:30:00.000+02:00",
      activity: { end: { latLng: "52.6°, 13.3°" }, topCandidate: { type: "IN_SUBWAY" } },
    },
  ],
  rawSignals: [
    {
      position: {
        LatLng: "-33.8600000°, 151.2000000°",
        accuracyMeters: 20,
        altitudeMeters: 12.5,
        timestamp: "2024-03-31T14:00:00.000+02:00",
      },
    },
    { wifiScan: {} },
  ],
});

export const POLAR_FILES = {
  "training-session-2024-03-31-1.json": JSON.stringify({
    startTime: "2024-03-31T10:00:00",
    stopTime: "2024-03-31T10:30:00",
    timezoneOffsetMinutes: 120,
    durationMillis: 1_790_000,
    distanceMeters: 5000.5,
    calories: 380,
    name: "Running",
    exercises: [{
      startTime: "2024-03-31T10:00:00",
      stopTime: "2024-03-31T10:30:00",
      samples: { samples: [{ type: "HEART_RATE", intervalMillis: 1000, values: [98, 0, 101] }] },
      routes: {
        route: {
          wayPoints: [{ latitude: 60.1, longitude: 24.9, altitude: 8, elapsedMillis: 500 }],
        },
      },
    }],
  }),
  "activity-2024-03-31-1.json": JSON.stringify({
    date: "2024-03-31",
    summary: { stepCount: 9000 },
    samples: { steps: [{ localTime: "08:00:00", value: 40 }, { localTime: "08:01:00", value: 0 }] },
  }),
  "247ohr_1_03-1.json": JSON.stringify({
    deviceDays: [{
      date: "2024-03-31",
      samples: [{ heartRate: 52, secondsFromDayStart: 14_400, source: "SOURCE_24_7" }],
    }],
  }),
  "sleep_result_1.json": JSON.stringify([{
    night: "2024-03-31",
    evaluation: { phaseDurations: { wake: "PT10M", rem: "PT30M", light: "PT2H", deep: "PT50M" } },
    sleepResult: {
      hypnogram: {
        sleepStart: "2024-03-30T23:00:00.000+01:00",
        sleepEnd: "2024-03-31T03:30:00.000+02:00",
        sleepStateChanges: [
          { offsetFromStart: "PT0S", state: "NONREM2" },
          { offsetFromStart: "PT1H", state: "NONREM3" },
          { offsetFromStart: "PT1H50M", state: "WAKE" },
          { offsetFromStart: "PT2H", state: "REM" },
          { offsetFromStart: "PT2H30M", state: "NONREM1" },
        ],
      },
    },
  }]),
  "nightly_recovery_blob_1.json": JSON.stringify([{
    hrvData: [{
      startTime: "2024-03-31T00:00:00",
      samplingIntervalInMillis: 300_000,
      samples: [45, 0, 51],
    }],
    breathingRateData: [{
      startTime: "2024-03-31T00:00:00",
      samplingIntervalInMillis: 300_000,
      samples: [13.5],
    }],
  }]),
};

export const FHIR_BUNDLE = JSON.stringify({
  resourceType: "Bundle",
  entry: [
    { resource: { resourceType: "Patient", id: "1" } },
    {
      resource: {
        resourceType: "Observation",
        status: "final",
        code: {
          coding: [{ system: "http://loinc.org", code: "85354-9", display: "Blood pressure" }],
        },
        effectiveDateTime: "2024-03-31T08:00:00+02:00",
        component: [
          {
            code: { coding: [{ system: "http://loinc.org", code: "8480-6" }] },
            valueQuantity: { value: 121, code: "mm[Hg]" },
          },
          {
            code: { coding: [{ system: "http://loinc.org", code: "8462-4" }] },
            valueQuantity: { value: 79, code: "mm[Hg]" },
          },
        ],
      },
    },
    {
      resource: {
        resourceType: "Observation",
        status: "final",
        code: {
          coding: [{ system: "http://loinc.org", code: "4548-4", display: "Hemoglobin A1c" }],
        },
        effectiveDateTime: "2024-03-30",
        valueQuantity: { value: 5.4, unit: "%", code: "%" },
      },
    },
    {
      resource: {
        resourceType: "Observation",
        status: "entered-in-error",
        code: { coding: [{ system: "http://loinc.org", code: "8867-4" }] },
        effectiveDateTime: "2024-03-31T08:00:00Z",
        valueQuantity: { value: 999 },
      },
    },
  ],
});

export const OPEN_MHEALTH = JSON.stringify([
  {
    header: { schema_id: { namespace: "omh", name: "heart-rate", version: "1.0" } },
    body: {
      heart_rate: { value: 62, unit: "beats/min" },
      effective_time_frame: { date_time: "2024-03-31T07:25:00+02:00" },
    },
  },
  {
    header: { schema_id: { namespace: "omh", name: "step-count", version: "2.0" } },
    body: {
      step_count: 6000,
      effective_time_frame: {
        time_interval: {
          start_date_time: "2024-03-31T06:25:00Z",
          duration: { value: 2, unit: "h" },
        },
      },
    },
  },
  {
    body: {
      activity_name: "walking",
      distance: { value: 1.5, unit: "mi" },
      effective_time_frame: {
        time_interval: {
          start_date_time: "2024-03-31T09:00:00Z",
          end_date_time: "2024-03-31T09:30:00Z",
        },
      },
    },
  },
]);

export const NIGHTSCOUT_FILES = {
  "entries.json": JSON.stringify([
    {
      type: "sgv",
      sgv: 120,
      date: 1711868400000,
      dateString: "2024-03-31T07:00:00.000Z",
      device: "xDrip",
    },
    { type: "sgv", sgv: 5, date: 1711868700000, device: "xDrip" },
    { type: "mbg", mbg: 118, date: 1711869000000, device: "meter" },
  ]),
  "treatments.json": JSON.stringify([{
    eventType: "Meal Bolus",
    created_at: "2024-03-31T07:10:00Z",
    insulin: 4.2,
    carbs: 45,
    notes: "toast",
  }]),
};
