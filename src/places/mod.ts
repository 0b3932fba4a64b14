/** Places: visits, distance travelled, the path of a day, dawn and dusk. @module */
import "../frame/inNotebook.ts";
export { dayPath, type DayPathOptions } from "./dayPath.ts";
export { distance, type DistanceOptions } from "./distance.ts";
export { metersBetween } from "./metersBetween.ts";
export { photoperiod, type PhotoperiodOptions } from "./photoperiod.ts";
export type { Point } from "./vectors.ts";
export type { City } from "./cities.ts";
export { type NearestCity, nearestCity, type NearestCityOptions } from "./nearestCity.ts";
export { type PointsOptions } from "./readPoints.ts";
export { visits, type VisitsOptions } from "./visits.ts";
export { type VisitedZone, zones, type ZonesOptions } from "./zones.ts";
