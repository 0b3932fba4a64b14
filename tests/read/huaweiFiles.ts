const at = (clock: string): number => Date.parse(`2024-03-31T${clock}:00Z`);

/** A sample of `health detail data.json`. */
const point = (key: string, start: string, end: string, value: string) => ({
  startTime: at(start),
  endTime: at(end),
  key,
  value,
  unit: "0",
});

const record = (type: number, ...samplePoints: readonly ReturnType<typeof point>[]) => ({
  recordId: "A==",
  deviceCode: 1,
  type,
  timeZone: "+0200",
  samplePoints,
});

/** The export of a Huawei account, by path. Sleep is in cells of a minute. */
export const HUAWEI_FILES: Readonly<Record<string, string>> = {
  "Health detail data & description/health detail data.json": JSON.stringify([
    record(7, point("DATA_POINT_DYNAMIC_HEARTRATE", "00:00", "00:01", "58")),
    record(7, point("DATA_POINT_NEW_REST_HEARTRATE", "00:00", "00:01", "55.0")),
    record(16, point("BLOOD_OXYGEN_SATURATION", "00:00", "00:01", '{"avgSaturation":97.0}')),
    record(
      8,
      point("WEIGHT_BODYFAT_BROAD", "06:00", "06:00", '{"bodyWeight":70.5,"bodyFatRate":15}'),
    ),
    {
      ...record(8, point("WEIGHT_BODYFAT_BROAD", "06:01", "06:01", '{"bodyWeight":20}')),
      subUser: "B",
    },
    record(9, point("PROFESSIONAL_SLEEP_SHALLOW", "00:00", "00:01", "")),
    record(9, point("PROFESSIONAL_SLEEP_DEEP", "00:02", "00:03", "")),
    record(9, point("PROFESSIONAL_SLEEP_SHALLOW", "00:01", "00:02", "")),
    record(9, point("PROFESSIONAL_SLEEP_DREAM", "00:03", "00:04", "")),
    record(9, point("PROFESSIONAL_SLEEP_WAKE", "00:04", "00:05", "")),
    record(9, point("PROFESSIONAL_SLEEP_NOON", "13:00", "13:01", "")),
    record(1, point("NEW_KIND", "13:00", "13:01", "1")),
  ]),
  "Sport per minute merged data & description/sport per minute merged data.json": JSON.stringify([{
    recordDay: 20240331,
    sportDataUserData: [{
      startTime: at("08:00"),
      endTime: at("08:01"),
      deviceCode: 1,
      sportBasicInfos: [{ steps: 114, distance: 79, calorie: 2690, altitude: 0, floor: 0 }],
    }],
  }]),
  "Motion path detail data & description/motion path detail data.json": JSON.stringify([{
    sportType: 4,
    startTime: at("08:00"),
    endTime: at("08:32"),
    totalTime: 1_800_000,
    totalDistance: 5200,
    totalCalories: 350_000,
    timeZone: "+0200",
    attribute: "HW_EXT_TRACK_DETAIL@istp=lbs;k=0;lat=52.5;lon=13.4;alt=0.0;t=1.7E9;",
  }]),
};
