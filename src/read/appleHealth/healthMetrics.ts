/** A type of the phone's health export and the metric that it is. */
export type HealthMetric = readonly [type: string, metric: string];

/**
 * Quantities of the phone's health export that are metrics of the catalog, without
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

/** Categories that say only that something happened, without `HKCategoryTypeIdentifier`: their value is 1. */
// deno-fmt-ignore
export const PRESENCE_METRICS: readonly HealthMetric[] = [
  ["HandwashingEvent", "HandwashingEvent"], ["HighHeartRateEvent", "HighHeartRateEvent"],
  ["IrregularHeartRhythmEvent", "IrregularHeartRhythmEvent"],
  ["LowHeartRateEvent", "LowHeartRateEvent"], ["MindfulSession", "MindfulSession"],
  ["ToothbrushingEvent", "ToothbrushingEvent"],
];
