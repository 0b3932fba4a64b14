import nights from "./scoredNights.json" with { type: "json" };

/**
 * Returns 25 nights, each scored by five experts, as JSON: a text of codes by night and scorer, a code
 * per epoch of 30 seconds. The codes are 0 wake, 1 to 3 N1 to N3 and 4 REM; `.` is not scored.
 *
 * The data is DOD-H by Dreem (Guillot et al. 2020), MIT licence; see NOTICE.md and LICENSE-dodh.txt.
 */
export function scoredNights(): string {
  return JSON.stringify(nights);
}
