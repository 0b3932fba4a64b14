/** Units of distance in files, in metres. */
export const METERS_IN: Readonly<Record<string, number>> = {
  m: 1,
  km: 1000,
  mi: 1609.344,
  ft: 0.3048,
  yd: 0.9144,
  cm: 0.01,
};
