/** A client of a service, and the errors of its calls. @module */
export * from "./errors/mod.ts";
export * from "./client.ts";
export type * from "./nouns.ts";
export type { CallOptions } from "./call.ts";
export type { ConnectOptions, UnitSystem } from "./connectOptions.ts";
export * from "./auth/credentials.ts";
export * from "./auth/credentialsStore.ts";
export type { OwnRangeOptions, OwnRanges, OwnUntilOptions } from "./ownRanges.ts";
export { signIn, type SignInOptions } from "./auth/signIn.ts";
export type { DescribeTypeOptions, TypeDescription } from "./describeType.ts";
export type { GroupPeopleOptions, GroupPerson } from "./groupPeople.ts";
export type { Ingested, IngestOptions } from "./ingestRecords.ts";
export type { Content, UploadOptions } from "./uploadFile.ts";
export type { Fetch } from "./http/receive.ts";
export type { SignInPrompt } from "./auth/signInPrompt.ts";
export type { RetryOptions } from "./http/send.ts";
