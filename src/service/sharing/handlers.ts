/** Handlers of types and of access to them, by noun. @module */
export { catalog } from "./catalog.ts";
export { groups } from "./groups.ts";
export { olderShares, shares } from "./shares.ts";
