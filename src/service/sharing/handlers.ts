/** What is done about types and who may read them, by noun. @module */
export { catalog } from "./catalog.ts";
export { groups } from "./groups.ts";
export { olderShares, shares } from "./shares.ts";
