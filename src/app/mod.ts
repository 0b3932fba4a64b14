/**
 * A client of a service that also answers common questions, and the errors of its calls.
 * @module
 */
import "../frame/inNotebook.ts";
export { connect } from "./connect.ts";
export type { Me, Questions } from "./me.ts";
export * from "../client/mod.ts";
