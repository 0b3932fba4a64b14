/** This library's version; a test holds it equal to deno.json's, which is not there in every package. */
export const VERSION = "0.1.0";
