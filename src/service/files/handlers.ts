/** What is done with files, by noun. @module */
export { changes } from "./changes.ts";
export { files, fileUploads } from "./files.ts";
export { storage } from "./storage.ts";
