/** Handlers of files, by noun. @module */
export { changes } from "./changes.ts";
export { files, fileUploads } from "./files.ts";
export { storage } from "./storage.ts";
