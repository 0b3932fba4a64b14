import { hasCapitalNouns } from "../../words/language.ts";

/** Symbols of units, whose case has a meaning, as the name of a column or at its start. */
const UNIT = /^(?:bpm|rpm|kcal|kj|kg|km|cm|mm|ms|ml|mg|hz|db|lbs?|mph|mm_?hg|mmol)(?![a-z])/i;

/** Capitalizes the first letter, unless the text starts with the symbol of a unit. */
export function upperFirst(text: string): string {
  return UNIT.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Makes the first letter lower case, unless the text starts with an abbreviation such as HRV, or the
 * language writes nouns with a capital letter.
 */
export function lowerFirst(text: string): string {
  return hasCapitalNouns() || /^\p{Lu}{2}/u.test(text)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Makes a noun lower case, unless the language writes nouns with a capital letter. */
export function lowerNoun(text: string): string {
  return hasCapitalNouns() ? text : text.toLowerCase();
}
