const at = (minute: number): number => Date.UTC(2024, 2, 30, 22) / 1000 + 60 * minute;

function row(key: string, time: number, value: object | string): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `1,watch,${key},${time},"${text.replaceAll('"', '""')}",${time}`;
}

/** A made-up export of Mi Fitness. The stages of its second night do not fit their totals. */
export const MI_FITNESS_FILES = {
  "20240401_1_MiFitness_hlth_center_fitness_data.csv": [
    "Uid,Sid,Key,Time,Value,UpdateTime",
    row("heart_rate", at(600), { time: at(600), bpm: 85, type: 0 }),
    row("steps", at(601), { time: at(601), steps: 69, distance: 41, calories: 2.7 }),
    row("noise", at(601), { time: at(601), decibel: 50 }),
    row("stress", at(602), '{"time":'),
    row("sleep", at(220), {
      bedtime: at(0),
      wake_up_time: at(220),
      sleep_deep_duration: 60,
      sleep_light_duration: 120,
      sleep_rem_duration: 30,
      sleep_awake_duration: 10,
      items: [
        { start_time: at(0), end_time: at(120), state: 3 },
        { start_time: at(120), end_time: at(180), state: 2 },
        { start_time: at(180), end_time: at(210), state: 4 },
        { start_time: at(210), end_time: at(220), state: 5 },
      ],
    }),
    row("sleep", at(1740), {
      bedtime: at(1440),
      wake_up_time: at(1740),
      sleep_deep_duration: 200,
      items: [{ start_time: at(1440), end_time: at(1740), state: 2 }],
    }),
  ].join("\n") + "\n",
  "20240401_1_MiFitness_hlth_center_sport_record.csv": [
    "Uid,Sid,Key,Time,Category,Value,UpdateTime",
    `1,watch,outdoor_walking,${at(700)},walking,"${
      JSON.stringify({
        start_time: at(700),
        end_time: at(730),
        duration: 1750,
        distance: 2100,
        calories: 110,
      }).replaceAll('"', '""')
    }",${at(730)}`,
  ].join("\n") + "\n",
};
