export { type Calculation } from "./calculations.ts";
export { fromSamples, type FromSamplesOptions } from "./fromSamples.ts";
export { type Reducer } from "./reducers.ts";
export { resample, type ResampleOptions } from "./resample.ts";
