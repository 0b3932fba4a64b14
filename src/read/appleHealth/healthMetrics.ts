/** Type of an Apple Health export, and its metric. */
export type HealthMetric = readonly [type: string, metric: string];

/**
 * Quantities of an Apple Health export that are metrics of the catalog, without
 * `HKQuantityTypeIdentifier`. A value in `%` is a fraction on file.
 */
// deno-fmt-ignore
export const QUANTITY_METRICS: readonly HealthMetric[] = [
  ["ActiveEnergyBurned", "ActiveCaloriesBurned"], ["AppleExerciseTime", "WatchExerciseTime"],
  ["AppleMoveTime", "WatchMoveTime"], ["AppleSleepingWristTemperature", "SleepingWristTemperature"],
  ["AppleStandTime", "WatchStandTime"], ["AppleWalkingSteadiness", "WalkingSteadiness"],
  ["AtrialFibrillationBurden", "AFibBurden"], ["BasalBodyTemperature", "BasalBodyTemperature"],
  ["BasalEnergyBurned", "BasalCaloriesBurned"], ["BloodAlcoholContent", "BloodAlcoholContent"],
  ["BloodGlucose", "BloodGlucose"], ["BloodPressureDiastolic", "BloodPressureDiastolic"],
  ["BloodPressureSystolic", "BloodPressureSystolic"], ["BodyFatPercentage", "BodyFatPercentage"],
  ["BodyMass", "Weight"], ["BodyMassIndex", "BodyMassIndex"], ["BodyTemperature", "BodyTemperature"],
  ["DietaryBiotin", "DietaryBiotinConsumed"], ["DietaryCaffeine", "DietaryCaffeineConsumed"],
  ["DietaryCalcium", "DietaryCalciumConsumed"], ["DietaryCarbohydrates", "DietaryCarbohydratesConsumed"],
  ["DietaryChloride", "DietaryChlorideConsumed"], ["DietaryCholesterol", "DietaryCholesterolConsumed"],
  ["DietaryChromium", "DietaryChromiumConsumed"], ["DietaryCopper", "DietaryCopperConsumed"],
  ["DietaryEnergyConsumed", "CaloriesConsumed"], ["DietaryFatMonounsaturated", "MonounsaturatedFatConsumed"],
  ["DietaryFatPolyunsaturated", "PolyunsaturatedFatConsumed"], ["DietaryFatSaturated", "SaturatedFatConsumed"],
  ["DietaryFatTotal", "TotalFatConsumed"], ["DietaryFiber", "DietaryFiberConsumed"],
  ["DietaryFolate", "DietaryFolateConsumed"], ["DietaryIodine", "DietaryIodineConsumed"],
  ["DietaryIron", "DietaryIronConsumed"], ["DietaryMagnesium", "DietaryMagnesiumConsumed"],
  ["DietaryManganese", "DietaryManganeseConsumed"], ["DietaryMolybdenum", "DietaryMolybdenumConsumed"],
  ["DietaryNiacin", "DietaryNiacinConsumed"], ["DietaryPantothenicAcid", "DietaryPantothenicAcidConsumed"],
  ["DietaryPhosphorus", "DietaryPhosphorusConsumed"], ["DietaryPotassium", "DietaryPotassiumConsumed"],
  ["DietaryProtein", "DietaryProteinConsumed"], ["DietaryRiboflavin", "DietaryRiboflavinConsumed"],
  ["DietarySelenium", "DietarySeleniumConsumed"], ["DietarySodium", "DietarySodiumConsumed"],
  ["DietarySugar", "DietarySugarConsumed"], ["DietaryThiamin", "DietaryThiaminConsumed"],
  ["DietaryVitaminA", "DietaryVitaminAConsumed"], ["DietaryVitaminB12", "DietaryVitaminB12Consumed"],
  ["DietaryVitaminB6", "DietaryVitaminB6Consumed"], ["DietaryVitaminC", "DietaryVitaminCConsumed"],
  ["DietaryVitaminD", "DietaryVitaminDConsumed"], ["DietaryVitaminE", "DietaryVitaminEConsumed"],
  ["DietaryVitaminK", "DietaryVitaminKConsumed"], ["DietaryWater", "DietaryWaterConsumed"],
  ["DietaryZinc", "DietaryZincConsumed"], ["DistanceCycling", "DistanceTraveledCycling"],
  ["DistanceDownhillSnowSports", "DistanceTraveledDownhillSnowSports"],
  ["DistanceSwimming", "DistanceTraveledSwimming"], ["DistanceWalkingRunning", "DistanceTraveledOnFoot"],
  ["DistanceWheelchair", "DistanceTraveledWithWheelchair"],
  ["EnvironmentalAudioExposure", "EnvironmentalAudioLevel"], ["FlightsClimbed", "StairFlightsClimbed"],
  ["HeadphoneAudioExposure", "HeadphonesAudioLevel"], ["HeartRate", "HeartRate"],
  ["HeartRateRecoveryOneMinute", "HeartRateRecoveryOneMinute"],
  ["HeartRateVariabilitySDNN", "HeartRateVariabilitySDNN"], ["Height", "Height"],
  ["InhalerUsage", "InhalerUse"], ["InsulinDelivery", "InsulinUnitsDelivered"],
  ["LeanBodyMass", "LeanBodyMass"], ["NumberOfAlcoholicBeverages", "AlcoholicDrinksConsumed"],
  ["NumberOfTimesFallen", "FallCount"], ["OxygenSaturation", "BloodOxygenSaturation"],
  ["PushCount", "WheelchairPushes"], ["RespiratoryRate", "RespiratoryRate"],
  ["RestingHeartRate", "RestingHeartRate"], ["RunningGroundContactTime", "RunningGroundContactTime"],
  ["RunningPower", "RunningPower"], ["RunningSpeed", "RunningSpeed"],
  ["RunningStrideLength", "RunningStrideLength"],
  ["RunningVerticalOscillation", "RunningVerticalOscillation"],
  ["SixMinuteWalkTestDistance", "SixMinuteWalkDistance"], ["StairAscentSpeed", "StairAscentSpeed"],
  ["StairDescentSpeed", "StairDescentSpeed"], ["StepCount", "StepCount"],
  ["SwimmingStrokeCount", "SwimmingStrokeCount"], ["UnderwaterDepth", "UnderwaterDepth"],
  ["VO2Max", "VO2Max"], ["WaistCircumference", "WaistCircumference"],
  ["WalkingAsymmetryPercentage", "WalkingAsymmetry"],
  ["WalkingDoubleSupportPercentage", "WalkingDoubleSupport"],
  ["WalkingHeartRateAverage", "WalkingHeartRate"], ["WalkingSpeed", "WalkingSpeed"],
  ["WalkingStepLength", "WalkingStrideLength"], ["WaterTemperature", "WaterTemperature"],
];

/** Symptoms by severity, without `HKCategoryTypeIdentifier`; in the catalog they begin with `Symptom`. */
const SYMPTOMS = "AbdominalCramps Acne BladderIncontinence Bloating BreastPain " +
  "ChestTightnessOrPain Chills Constipation Coughing Diarrhea Dizziness DrySkin Fainting Fatigue " +
  "Fever GeneralizedBodyAche HairLoss Headache Heartburn HotFlashes LossOfSmell LossOfTaste " +
  "LowerBackPain MemoryLapse Nausea NightSweats PelvicPain RapidPoundingOrFlutteringHeartbeat " +
  "RunnyNose ShortnessOfBreath SinusCongestion SkippedHeartbeat SoreThroat VaginalDryness " +
  "Vomiting Wheezing";

/** Categories that are metrics of the catalog, without `HKCategoryTypeIdentifier`. */
// deno-fmt-ignore
export const CATEGORY_METRICS: readonly HealthMetric[] = [
  ["AppetiteChanges", "AppetiteChange"], ["AppleStandHour", "StandHour"],
  ["AppleWalkingSteadinessEvent", "WalkingSteadinessDecreaseEvent"],
  ["AudioExposureEvent", "EnvironmentalAudioLevelIncreaseEvent"],
  ["CervicalMucusQuality", "CervicalMucusQuality"], ["Contraceptive", "ContraceptiveUse"],
  ["HandwashingEvent", "HandwashingEvent"],
  ["HeadphoneAudioExposureEvent", "HeadphonesAudioLevelIncreaseEvent"],
  ["HighHeartRateEvent", "HighHeartRateEvent"],
  ["InfrequentMenstrualCycles", "InfrequentMenstrualCycles"],
  ["IrregularHeartRhythmEvent", "IrregularHeartRhythmEvent"],
  ["IrregularMenstrualCycles", "IrregularMenstrualCycles"], ["Lactation", "Lactation"],
  ["LowCardioFitnessEvent", "LowCardioFitnessEvent"], ["LowHeartRateEvent", "LowHeartRateEvent"],
  ["MenstrualFlow", "MenstrualFlow"], ["MindfulSession", "MindfulSession"],
  ["MoodChanges", "MoodChanges"], ["OvulationTestResult", "OvulationTestResult"],
  ["PersistentIntermenstrualBleeding", "PersistentMenstrualBleeding"],
  ["Pregnancy", "Pregnancy"], ["PregnancyTestResult", "PregnancyTestResult"],
  ["ProgesteroneTestResult", "ProgesteroneTestResult"],
  ["ProlongedMenstrualPeriods", "ProlongedMenstrualPeriods"],
  ["SexualActivity", "SexualActivity"], ["SleepChanges", "SleepChanges"],
  ["ToothbrushingEvent", "ToothbrushingEvent"],
  ...SYMPTOMS.split(" ").map((name) => [name, `Symptom${name}`] as const),
];

const FLOW = "Unspecified Light Medium Heavy None", TEST = "Negative Positive Indeterminate";

/**
 * Values by the start of their names, each with the code of its first value. The codes are
 * HealthKit's own (`HKCategoryValues.h`), like the codes of sleep stages. If the catalog only has
 * presence or absence, 1 is present and 0 absent.
 */
const SCALES: readonly (readonly [start: string, first: number, names: string])[] = [
  ["", 1, "NotApplicable"],
  ["AppetiteChanges", 0, "Unspecified NoChange Decreased Increased"],
  ["AppleStandHour", 0, "Idle Stood"],
  ["AppleWalkingSteadinessEvent", 1, "InitialLow InitialVeryLow RepeatLow RepeatVeryLow"],
  ["AudioExposureEvent", 1, "LoudEnvironment"],
  ["CervicalMucusQuality", 1, "Dry Sticky Creamy Watery EggWhite"],
  [
    "Contraceptive",
    1,
    "Unspecified Implant Injection IntrauterineDevice IntravaginalRing Oral Patch",
  ],
  ["EnvironmentalAudioExposureEvent", 1, "MomentaryLimit"],
  ["HeadphoneAudioExposureEvent", 1, "SevenDayLimit"],
  ["LowCardioFitnessEvent", 1, "LowFitness"],
  ["MenstrualFlow", 1, FLOW],
  ["OvulationTestResult", 1, "Negative LuteinizingHormoneSurge Indeterminate EstrogenSurge"],
  ["OvulationTestResult", 2, "Positive"],
  ["PregnancyTestResult", 1, TEST],
  ["Presence", 0, "NotPresent Present"],
  ["ProgesteroneTestResult", 1, TEST],
  ["Severity", 0, "Unspecified NotPresent Mild Moderate Severe"],
  ["VaginalBleeding", 1, FLOW],
];

/** Code of each value of a category. */
export const CATEGORY_CODES: ReadonlyMap<string | null, number> = new Map(
  SCALES.flatMap(([start, first, names]) =>
    names.split(" ").map((name, i) => [`HKCategoryValue${start}${name}`, first + i] as const)
  ),
);
