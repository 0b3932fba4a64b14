/** Handlers of a user's own data, by noun. @module */
export { customInputs } from "./customInputs.ts";
export { reflections } from "./reflections.ts";
export { tags } from "./tags.ts";
export { user } from "./user.ts";
