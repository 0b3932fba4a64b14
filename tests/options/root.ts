import { writeCohort } from "@lifeframe/lifeframe";
import type * as lifeframe from "@lifeframe/lifeframe";
import { me } from "./me.ts";
import type { NotCalled, PublicCall } from "./publicCall.ts";

const none = "every option has a default";
const anything = "a caught error may be any value";

const error: NotCalled = { notCalled: "a class of errors" };

/** Rows without a user, for writing and reading. */
const COHORT = {
  people: [{ person: 1, zone: "Europe/Berlin" }],
  tables: { heart: [{ person: 1, time: "2024-03-31T00:00Z", value: 60 }] },
};

/** Creates a folder with a cohort of one person. */
async function people(): Promise<string> {
  const folder = await Deno.makeTempDir();
  await writeCohort(folder, COHORT);
  return folder;
}

/** Functions and classes of the module itself. */
type Functions = {
  [
    name in keyof typeof lifeframe as (typeof lifeframe)[name] extends
      ((...args: never) => unknown) | (abstract new (...args: never) => unknown) ? name : never
  ]: unknown;
};

/** Exports other than the namespaces. */
export const ROOT: { readonly [name in keyof Functions]: PublicCall | NotCalled } = {
  ApiError: error,
  BodyError: error,
  Credentials: { notCalled: "a class that signIn and the store give" },
  ForbiddenError: error,
  IncompleteError: error,
  InvalidError: error,
  NetworkError: error,
  NotFoundError: error,
  PersonError: error,
  RateLimitError: error,
  SignInError: error,
  SparkError: error,
  TimeoutError: error,
  UnauthorizedError: error,
  cohort: { args: async () => [await people(), { workers: 1, rowsAtOnce: 1000 }], options: 1 },
  connect: {
    args: () => [{
      baseUrl: "http://localhost",
      profile: undefined,
      token: "a-token",
      userid: crypto.randomUUID(),
      userClaim: "sub",
      tz: "Europe/Berlin",
      units: "imperial",
      now: () => new Date(0),
      fetch,
      retry: { limit: 1, delay: 1, budget: 1 },
      timeout: 1000,
      totalTimeout: false,
      onProgress: () => {},
      output: "arrow",
      names: {},
      concurrency: 1,
      maxBody: undefined,
      maxUnpacked: undefined,
      maxRows: undefined,
      warn: () => {},
      allowInsecure: false,
      credentials: undefined,
    }],
    options: 0,
    nested: ["retry"],
  },
  credentialsStore: {
    args: () => [{ path: "/nowhere/credentials.json", profile: "work" }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  demo: {
    args: () => [{ seed: 2, days: 1, units: "metric" }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  demoCohort: {
    args: () => [{ people: 1, nights: 1, seed: 2 }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  demoExport: {
    args: () => [{ days: 1, seed: 2 }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  demoPeople: {
    args: () => [{ seed: 2, days: 1, units: "metric" }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  ifThere: { args: () => ["tags", me.api.tags.list(), []] },
  isApiError: {
    args: () => [new Error("gone"), "ApiError"],
    takes: {
      "no argument": anything,
      null: anything,
      "a promise": anything,
      "a text": anything,
      "an empty object": anything,
    },
  },
  local: {
    args: async () => [{
      data: await Deno.makeTempDir(),
      tz: "Europe/Berlin",
      units: "metric",
      now: () => new Date(0),
      sourcePriority: ["Watch"],
    }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  mirror: {
    args: async () => [me, {
      data: await Deno.makeTempDir(),
      tz: "Europe/Berlin",
      units: "metric",
      now: () => new Date(0),
      signal: new AbortController().signal,
      onProgress() {},
    }],
    options: 1,
  },
  signIn: {
    args: () => [{
      authUrl: "https://auth.host",
      clientId: "notebook",
      baseUrl: "https://service.host",
      audience: "x",
      scope: "openid",
      onPrompt: () => {},
      signal: new AbortController().signal,
      store: undefined,
      fetch: (request: Request) =>
        Response.json(
          request.url.endsWith("/device/code")
            ? {
              device_code: "a-device",
              user_code: "WDJB-MJHT",
              verification_uri: "https://auth.host/device",
              expires_in: 600,
            }
            : { access_token: "a-token", token_type: "bearer", expires_in: 3600 },
        ),
      now: () => Temporal.Now.instant(),
      wait: () => Promise.resolve(),
      allowInsecure: false,
    }],
    options: 0,
  },
  withdrawPeople: {
    args: async () => [await people(), 1, { pseudonymKey: undefined }],
    options: 2,
  },
  writeCohort: { args: async () => [await Deno.makeTempDir(), COHORT, { buckets: 2 }], options: 2 },
};
