const list = (value: number, count: number): string => Array<number>(count).fill(value).join(",");

export const STAGES = `start,duration,value
2024-05-01T16:46:00+02:00,"[${list(60, 30)}]","[${list(0, 9)},${list(1, 6)},${list(2, 15)}]"
2024-05-01T17:16:00+02:00,"[${list(60, 10)}]","[${list(2, 4)},${list(3, 6)}]"
2024-05-01T16:46:00+02:00,"[${list(60, 30)}]","[${list(0, 9)},${list(1, 6)},${list(2, 15)}]"
2024-05-01T18:00:00+02:00,[60],[1]
`;

export const NIGHTS =
  `from,to,"light (s)","deep (s)","rem (s)","awake (s)","wake up","Duration to sleep (s)","Duration to wake up (s)","Snoring (s)","Snoring episodes","Average heart rate","Heart rate (min)","Heart rate (max)","Night events",Notes
2024-05-01T22:46:00+08:00,2024-05-02T06:44:00+08:00,13320,5460,6540,1080,1,660,0,0,0,62,49,74,"{""1"":[0],""2"":[660,25080]}",
2024-05-02T23:24:00+08:00,2024-05-03T06:44:00+08:00,13320,5460,6540,1080,1,660,0,0,0,60,48,70,"{""1"":[0]}",
`;

export const ACTIVITIES =
  `from,to,"from (manual)","to (manual)",Timezone,"Activity type",Data,GPS,Modified
2024-05-02T11:49:31+08:00,2024-05-02T12:29:20+08:00,,,Australia/Perth,Walking,"{""calories"":166,""manual_distance"":0,""manual_calories"":0,""pause_duration"":60,""steps"":3443,""distance"":2437,""elevation"":40}",,2024-05-02T14:58:35+08:00
2024-05-03T18:30:00+08:00,2024-05-03T19:30:00+08:00,2024-05-03T18:00:00+08:00,2024-05-03T19:30:00+08:00,Australia/Perth,Swimming,"{""calories"":0,""laps"":20,""type"":9}",,2024-05-03T20:00:00+08:00
`;

export const WEIGHT =
  `Date,"Weight (lb)","Fat mass (lb)","Bone mass (lb)","Muscle mass (lb)","Hydration (lb)",Comments
"2024-05-02 07:30:00",148.5,50.3,4.9,93.2,64.9,
"2024-05-03 07:31:00",140.7,,,,,
`;

export const BP = `Date,"Heart rate",Systolic,Diastolic,Comments
"2024-05-02 08:00:00",62,118,77,
"2024-05-03 08:00:00",71,,,
`;

export const EXPORT = {
  "README.txt": "Below are the details of the data you've exported",
  "raw_bed_sleep-state.csv": STAGES,
  "raw_hr_hr.csv": `start,duration,value\n2024-05-02T02:00:00+02:00,"[60,60,60]","[61,0,63]"\n`,
  "raw_tracker_steps.csv": `start,duration,value\n2024-05-02T02:00:00+02:00,"[60,60]","[12,30]"\n`,
  "raw_heart_rate_variability_HR RMS SD.csv":
    `start,duration,value\n2024-05-02T02:00:00+02:00,[37],[42]\n`,
  "raw_heart_rate_variability_HR SD NN.csv":
    `start,duration,value\n2024-05-02T02:00:00+02:00,[37],[51]\n`,
  "raw_import_Respiratory rate.csv": `start,duration,value\n2024-05-02T02:00:00+02:00,[60],[17]\n`,
  "aggregates_steps.csv": "date,value\n2024-05-02,8000\n2024-05-03,9000\n",
  "sleep.csv": NIGHTS,
  "activities.csv": ACTIVITIES,
  "weight.csv": WEIGHT,
  "bp.csv": BP,
  "height.csv": `Date,"Height (m)",Comments\n"2024-01-02 08:00:00",1.74,\n`,
  "body_temperature.csv": `date,"value (°C)"\n"2024-05-02 07:12:15",36.4\n`,
  "manual_spo2.csv": `date,value\n"2024-05-02 14:18:36",98\n`,
  "user_survey.csv": "question,answer\n",
};
