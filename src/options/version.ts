/**
 * Version of this library. A test compares it with deno.json, which some packages do not include.
 */
export const VERSION = "0.1.0";
