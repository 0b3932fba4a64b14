// The format matches real exports; the values are made up. Summer time starts in this night.
export const SLEEP = {
  id: "a1",
  average_breath: 14.25,
  average_heart_rate: 54.5,
  average_hrv: 65,
  awake_time: 600,
  bedtime_end: "2024-03-31T03:32:00+02:00",
  bedtime_start: "2024-03-31T01:30:00+01:00",
  day: "2024-03-31",
  deep_sleep_duration: 1800,
  efficiency: 92,
  heart_rate: { interval: 300, items: [60, null, 58], timestamp: "2024-03-31T01:30:00.000+01:00" },
  hrv: { interval: 300, items: [null, 40, 44], timestamp: "2024-03-31T01:30:00.000+01:00" },
  latency: 300,
  light_sleep_duration: 1200,
  lowest_heart_rate: 48,
  rem_sleep_duration: 0,
  sleep_phase_5_min: "4222111111113",
  time_in_bed: 3720,
  total_sleep_duration: 3000,
  type: "long_sleep",
};
export const ACTIVITY = {
  id: "c1",
  active_calories: 520,
  day: "2024-03-31",
  equivalent_walking_distance: 6200,
  score: 88,
  steps: 8421,
  total_calories: 2450,
};
export const csv = (records: readonly object[]): string => {
  const names = Object.keys(records[0]!);
  const field = (value: unknown) => {
    if (value === null || value === undefined) return "";
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return /[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = records.map((record) =>
    names.map((name) => field((record as Record<string, unknown>)[name])).join(";")
  );
  return [names.join(";"), ...lines].join("\n") + "\n";
};
export const WORKOUT = {
  id: "w1",
  activity: "cycling",
  calories: 312.5,
  day: "2024-03-31",
  distance: 15200,
  end_datetime: "2024-03-31T10:40:00+02:00",
  intensity: "moderate",
  source: "confirmed",
  start_datetime: "2024-03-31T10:00:00+02:00",
};
export const EXPORT = {
  "data/App Data/sleepmodel.csv": csv([
    SLEEP,
    { ...SLEEP, id: "a2", type: "deleted", bedtime_start: "2024-03-31T14:00:00+02:00" },
    { ...SLEEP, id: "a3", type: "rest", bedtime_start: "2024-03-31T16:00:00+02:00" },
  ]),
  "data/App Data/heartrate.csv":
    "timestamp;bpm;source\n2024-03-31T00:30:00Z;61;sleep\n2024-03-31T08:00:00Z;72;awake\n",
  "data/App Data/dailyactivity.csv": csv([ACTIVITY]),
  "data/App Data/dailyspo2.csv": csv([
    {
      id: "d1",
      breathing_disturbance_index: 3,
      day: "2024-03-31",
      spo2_percentage: { average: 97.4 },
    },
    { id: "d2", breathing_disturbance_index: "", day: "2024-04-01", spo2_percentage: "" },
  ]),
  "data/App Data/dailyreadiness.csv": csv([
    { id: "b1", contributors: {}, day: "2024-03-31", score: 81, temperature_deviation: -0.2 },
  ]),
  "data/App Data/dailysleep.csv": csv([{
    id: "s1",
    contributors: {},
    day: "2024-03-31",
    score: 77,
  }]),
  "data/App Data/temperature.csv": "timestamp;skin_temp\n2024-03-31T08:00:00Z;34.1\n",
  "data/App Data/vo2max.csv": csv([{ id: "v1", day: "2024-03-31", vo2_max: 44.6 }]),
  "data/App Data/workout.csv": csv([WORKOUT]),
  "data/App Data/enhancedtag.csv": csv([{
    id: "t1",
    start_time: "2024-03-31T18:00:00+02:00",
    end_time: "",
    tag_type_code: "tag_generic_coffee",
    comment: "two; late",
  }]),
  "data/App Data/ringconfiguration.csv": "id;color;size\nf1;titanium;10\n",
};
