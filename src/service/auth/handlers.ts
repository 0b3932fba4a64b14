/** Handlers of tokens, by noun. @module */
export { sessions } from "./sessions.ts";
