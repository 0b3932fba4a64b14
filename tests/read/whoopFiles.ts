export const CYCLES =
  `Cycle start time,Cycle end time,Cycle timezone,Recovery score %,Resting heart rate (bpm),Heart rate variability (ms),Skin temp (celsius),Blood oxygen %,Day Strain,Energy burned (cal),Max HR (bpm),Average HR (bpm),Sleep onset,Wake onset,Sleep performance %,Respiratory rate (rpm),Asleep duration (min),In bed duration (min),Light sleep duration (min),Deep (SWS) duration (min),REM duration (min),Awake duration (min),Sleep need (min),Sleep debt (min),Sleep efficiency %,Sleep consistency %
2024-03-11 00:20:00,,UTC-07:00,91,51,108,32.90,97.08,,,,,2024-03-11 00:20:00,2024-03-11 08:10:00,82,12.8,424,471,214,77,133,47,473,11,90,44
2024-03-10 01:10:00,2024-03-10 23:20:00,UTC-08:00,90,57,92,33.50,94.04,4.9,1547,170,72,2024-03-10 01:10:00,2024-03-10 09:40:00,97,12.6,460,510,190,120,150,50,542,52,90,49
2024-03-09 00:50:00,2024-03-10 01:10:00,UTC-08:00,,,,,,8.8,1728,146,80,,,,,,,,,,,,,,
`;

export const SLEEPS =
  `Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Sleep performance %,Respiratory rate (rpm),Asleep duration (min),In bed duration (min),Light sleep duration (min),Deep (SWS) duration (min),REM duration (min),Awake duration (min),Sleep need (min),Sleep debt (min),Sleep efficiency %,Sleep consistency %,Nap
2024-03-10 01:10:00,2024-03-10 23:20:00,UTC-08:00,2024-03-10 01:10:00,2024-03-10 09:40:00,97,12.6,460,510,190,120,150,50,542,52,90,49,false
2024-03-10 01:10:00,2024-03-10 23:20:00,UTC-08:00,2024-03-10 15:00:00,2024-03-10 15:40:00,40,13.0,30,40,20,5,5,10,0,0,75,0,true
`;

export const WORKOUTS =
  `Cycle start time,Cycle end time,Cycle timezone,Workout start time,Workout end time,Duration (min),Activity name,Activity Strain,Energy burned (cal),Max HR (bpm),Average HR (bpm),HR Zone 1 %,HR Zone 2 %,HR Zone 3 %,HR Zone 4 %,HR Zone 5 %,GPS enabled,Distance (meters)
2024-03-10 01:10:00,2024-03-10 23:20:00,UTC-08:00,2024-03-10 17:00:00,2024-03-10 17:44:53,44,Running,14.6,582.0,180,150,9,9,29,47,5,true,7012.5
2024-03-11 00:20:00,,UTC-07:00,2024-03-11 18:00:00,2024-03-11 18:30:00,30,Yoga,2.1,90.0,110,85,9,9,0,0,0,false,
`;

export const JOURNAL =
  `Cycle start time,Cycle end time,Cycle timezone,Question text,Answered yes,Notes
2024-03-10 01:10:00,2024-03-10 23:20:00,UTC-08:00,Have any alcoholic drinks?,true,"two, late"
2024-03-11 00:20:00,,UTC-07:00,Have any alcoholic drinks?,false,
`;

export const EXPORT = {
  "my_whoop_data_2024_03_12/physiological_cycles.csv": CYCLES,
  "my_whoop_data_2024_03_12/sleeps.csv": SLEEPS,
  "my_whoop_data_2024_03_12/workouts.csv": WORKOUTS,
  "my_whoop_data_2024_03_12/journal_entries.csv": JOURNAL,
};
