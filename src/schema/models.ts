/**
 * The models of the interface: what bodies and answers hold. Each is a schema with its type, its
 * description and examples, under the name that it has in `/openapi.json`.
 * @module
 */
export * from "./tags.ts";
