/** Columns of an export in English, and their names in Spanish. */
export const SPANISH: Readonly<Record<string, string>> = {
  "Cycle start time": "Hora de inicio del ciclo",
  "Cycle end time": "Hora de finalización del ciclo",
  "Cycle timezone": "Zona horaria del ciclo",
  "Recovery score %": "Puntuación de recuperación (%)",
  "Resting heart rate (bpm)": "Frecuencia cardíaca en reposo (lpm)",
  "Heart rate variability (ms)": "Variabilidad de la frecuencia cardíaca (ms)",
  "Skin temp (celsius)": "Temp. cutánea (grados centígrados)",
  "Blood oxygen %": "Oxígeno en sangre %",
  "Day Strain": "Esfuerzo del día",
  "Energy burned (cal)": "Energía quemada (cal)",
  "Max HR (bpm)": "FC máx. (lpm)",
  "Average HR (bpm)": "FC promedio (lpm)",
  "Sleep onset": "Inicio del sueño",
  "Wake onset": "Inicio de la vigilia",
  "Sleep performance %": "Calificación del sueño (%)",
  "Respiratory rate (rpm)": "Frecuencia respiratoria (rpm)",
  "Asleep duration (min)": "Duración del sueño (min)",
  "In bed duration (min)": "Tiempo en la cama (min)",
  "Light sleep duration (min)": "Duración de sueño ligero (min)",
  "Deep (SWS) duration (min)": "Duración de sueño profundo (SWS) (min)",
  "REM duration (min)": "Duración de sueño REM (min)",
  "Awake duration (min)": "Tempo despierto/a (min)", // sic
  "Sleep need (min)": "Sueño necesario (min)",
  "Sleep debt (min)": "Deuda de sueño (min)",
  "Sleep efficiency %": "Eficiencia del sueño %",
  "Sleep consistency %": "Regularidad del sueño %",
  "Workout start time": "Hora de inicio del entrenamiento",
  "Workout end time": "Hora de finalización del entrenamiento",
  "Duration (min)": "Duración (min)",
  "Activity name": "Nombre de la actividad",
  "Activity Strain": "Esfuerzo de actividad",
  "Question text": "Texto de la pregunta",
  "Answered yes": 'Respondió "Sí"',
  "Notes": "Notas",
};

/** Column with numbers: its name in the frames and its unit. */
export type WhoopFigure = readonly [column: string, name: string, unit: string];

/** Values of the night that are metrics of the catalog. */
export const NIGHT_METRICS: readonly WhoopFigure[] = [
  ["Resting heart rate (bpm)", "RestingHeartRate", "bpm"],
  ["Skin temp (celsius)", "SleepingWristTemperature", "degC"],
  ["Blood oxygen %", "BloodOxygenSaturation", "percent"],
  ["Respiratory rate (rpm)", "RespiratoryRate", "breaths/min"],
];

/** Other values of the night. HRV is RMSSD, while the catalog has SDNN. */
export const NIGHT_FIGURES: readonly WhoopFigure[] = [
  ["Heart rate variability (ms)", "hrv_rmssd", "ms"],
  ["Recovery score %", "recovery_score", "percent"],
  ["Sleep performance %", "sleep_performance", "percent"],
  ["Asleep duration (min)", "asleep_duration", "min"],
  ["In bed duration (min)", "in_bed_duration", "min"],
  ["Light sleep duration (min)", "light_sleep_duration", "min"],
  ["Deep (SWS) duration (min)", "deep_sleep_duration", "min"],
  ["REM duration (min)", "rem_sleep_duration", "min"],
  ["Awake duration (min)", "awake_duration", "min"],
  ["Sleep need (min)", "sleep_need", "min"],
  ["Sleep debt (min)", "sleep_debt", "min"],
  ["Sleep efficiency %", "sleep_efficiency", "percent"],
  ["Sleep consistency %", "sleep_consistency", "percent"],
];

/** Values of a cycle, from one sleep to the next. Energy is the total, in kilocalories. */
export const CYCLE_FIGURES: readonly WhoopFigure[] = [
  ["Day Strain", "day_strain", "score"],
  ["Energy burned (cal)", "total_energy_burned", "kcal"],
  ["Max HR (bpm)", "cycle_max_heart_rate", "bpm"],
  ["Average HR (bpm)", "cycle_average_heart_rate", "bpm"],
];

/** Values of a workout. */
export const WORKOUT_FIGURES: readonly WhoopFigure[] = [
  ["Activity Strain", "workout_strain", "score"],
  ["Max HR (bpm)", "workout_max_heart_rate", "bpm"],
  ["Average HR (bpm)", "workout_average_heart_rate", "bpm"],
];
