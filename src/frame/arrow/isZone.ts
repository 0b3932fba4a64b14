import { zone } from "../../time/zone.ts";

/** Whether a zone is one that this runtime knows. */
export function isZone(name: string): boolean {
  try {
    zone(name);
    return true;
  } catch {
    return false;
  }
}
