import { zone } from "../../time/zone.ts";

/** Returns whether this runtime supports a zone. */
export function isZone(name: string): boolean {
  try {
    zone(name);
    return true;
  } catch {
    return false;
  }
}
