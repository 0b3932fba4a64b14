/** What is done with tokens, by noun. @module */
export { sessions } from "./sessions.ts";
