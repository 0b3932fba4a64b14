/** Metrics of the catalog for LOINC codes (https://loinc.org). */
export const OBSERVATIONS: Readonly<Record<string, string>> = {
  "8867-4": "HeartRate",
  "40443-4": "RestingHeartRate",
  "9279-1": "RespiratoryRate",
  "2708-6": "BloodOxygenSaturation",
  "59408-5": "BloodOxygenSaturation",
  "8310-5": "BodyTemperature",
  "8480-6": "BloodPressureSystolic",
  "8462-4": "BloodPressureDiastolic",
  "29463-7": "Weight",
  "3141-9": "Weight",
  "8302-2": "Height",
  "39156-5": "BodyMassIndex",
  "41982-0": "BodyFatPercentage",
  "2339-0": "BloodGlucose",
  "2345-7": "BloodGlucose",
  "15074-8": "BloodGlucose",
  "41653-7": "BloodGlucose",
  "41950-7": "StepCount",
  "55423-8": "StepCount",
};

/** Units of the catalog for UCUM codes and common spellings, with a factor. */
export const UNITS: Readonly<Record<string, readonly [unit: string, factor?: number]>> = {
  "/min": ["1/min"],
  "{beats}/min": ["bpm"],
  "beats/minute": ["bpm"],
  "{breaths}/min": ["breaths/min"],
  "%": ["percent"],
  "Cel": ["degC"],
  "[degF]": ["degF"],
  "mm[Hg]": ["mmHg"],
  "[lb_av]": ["lb"],
  "[in_i]": ["ft", 1 / 12],
  "kg/m2": ["BMI"],
  "{steps}": ["steps"],
  "steps/day": ["steps"],
};
