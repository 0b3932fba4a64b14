/** Type of sleep records. */
export const SLEEP_TYPE = "HKCategoryTypeIdentifierSleepAnalysis";

/** Values of sleep records and the codes of the stage table `consumer`. */
export const SLEEP_VALUES: Readonly<Record<string, number>> = {
  HKCategoryValueSleepAnalysisInBed: 0,
  HKCategoryValueSleepAnalysisAsleep: 1,
  HKCategoryValueSleepAnalysisAsleepUnspecified: 1,
  HKCategoryValueSleepAnalysisAwake: 2,
  HKCategoryValueSleepAnalysisAsleepCore: 3,
  HKCategoryValueSleepAnalysisAsleepDeep: 4,
  HKCategoryValueSleepAnalysisAsleepREM: 5,
};

/** Prefix of types in the file. */
export const TYPE_PREFIX = /^HK(?:QuantityTypeIdentifier|CategoryTypeIdentifier|DataType)/;

/** Number in the file. */
export const HEALTH_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Units of durations in the file, in seconds. */
export const SECONDS_IN: Readonly<Record<string, number>> = { s: 1, min: 60, hr: 3600 };

/** Units of energy in the file, in kilocalories. */
export const KILOCALORIES_IN: Readonly<Record<string, number>> = {
  kcal: 1,
  Cal: 1,
  cal: 0.001,
  kJ: 1 / 4.184,
  J: 0.001 / 4.184,
};
