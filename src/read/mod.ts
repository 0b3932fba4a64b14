export {
  fitbit,
  FITBIT_LEVELS,
  type FitbitLevel,
  type FitbitLog,
  type FitbitOptions,
} from "./fitbit.ts";
