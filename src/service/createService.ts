import { type Endpoint, splitRoute } from "../api/fields/endpoint.ts";
import type { Names } from "../api/fields/names.ts";
import { type Clock, microsOf } from "../store/sqlite/clock.ts";
import type { Store } from "../store/openStore.ts";
import { type TimeLike, toMicros } from "../time/instant.ts";
import { answer } from "./encode/answer.ts";
import { authorize, authorizeOperator, userOfToken } from "./auth/authorize.ts";
import { compressed } from "./encode/compressed.ts";
import { crossOrigin, originOf } from "./http/crossOrigin.ts";
import { documentExtras } from "./openapi/documentExtras.ts";
import type { Call, Context, OpenUploads, TextBody } from "./http/handler.ts";
import { inWords, type Perform } from "./names/inWords.ts";
import { isKnownHost, knownHosts } from "./http/knownHosts.ts";
import { OwnerCodes } from "./auth/ownerCodes.ts";
import { Problem } from "./http/problem.ts";
import { RequestRate, type RequestRateOptions } from "./http/requestRate.ts";
import { publicAddress, publicOrigin } from "./http/publicAddress.ts";
import { ReadLog } from "./sharing/readLog.ts";
import { readerContext } from "./sharing/readerContext.ts";
import { type ReadArguments, readArguments } from "./http/readArguments.ts";
import { router } from "./router.ts";
import { derivedSessionToken } from "./auth/sessionToken.ts";
import { newSigningKey } from "./auth/signingKey.ts";
import { SignIn, type SignInOptions } from "./auth/signIn.ts";
import { SignInApproval } from "./auth/signInApproval.ts";
import { signInExtras } from "./auth/signInExtras.ts";
import { authorizeStorage } from "./files/storage.ts";
import { Tokens } from "./auth/tokens.ts";
import { uploadContent } from "./files/uploadContent.ts";
import { UPLOAD_PATH } from "./files/uploadKey.ts";
import { wordsOf } from "./names/words.ts";
import type { Extra } from "./http/extra.ts";
import { DAY_SECONDS } from "../time/units.ts";
import { endpointBody } from "./http/endpointBody.ts";
import { UUID } from "../schema/checks/uuid.ts";

/** What is known of a request once it is answered; never its query, its token or its body. */
export interface LogEntry {
  /** Identifier of the request, also in the header `X-Request-Id` of its answer. */
  readonly id: string;
  /** Method. */
  readonly method: string;
  /** Path, without the key of an upload. */
  readonly path: string;
  /** Status of the answer. */
  readonly status: number;
  /** How long it took, in milliseconds. */
  readonly milliseconds: number;
  /** What went wrong, of an answer 500. */
  readonly error?: unknown;
}

/** How a service is made. */
export interface ServiceOptions {
  /** Where everything is kept; the service closes it. */
  store: Store;
  /** Tells the present moment. @default the store's clock */
  clock?: Clock;
  /** The secret that access tokens are signed with. @default a new one, known to nobody */
  signingKey?: string;
  /** The claim of a token that holds the user's id. @default "svc_userid", in the words of `names` */
  userClaim?: string;
  /** The words that requests and answers carry in place of the neutral ones. @default the neutral ones */
  names?: Names;
  /** How programs sign in. */
  signIn?: SignInOptions;
  /** The secret that the storage's messages carry. @default a new one, known to nobody */
  storageSecret?: string;
  /** The token of the operator, who may grant service. @default none: nobody may */
  operatorToken?: string;
  /** Until when users may use the service, where no grant says more. @default 9999-12-31, without end */
  activeUntil?: TimeLike;
  /**
   * The address under which clients reach the service where a proxy stands before it, with nothing
   * after the host; uploads are sent there. @default where the request came
   */
  publicUrl?: string;
  /**
   * Further names of hosts under which the service may be reached. Those of this machine, every
   * address in numbers and the host of `publicUrl` are always known; a request to any other is
   * answered 421, for a page of elsewhere may have pointed its own name here. @default none
   */
  hosts?: readonly string[];
  /** How many requests each token may make, and all programs that sign in. @default any number */
  requestRate?: RequestRateOptions | undefined;
  /** How much each user may announce of files whose content is still to come. */
  openUploads?: Partial<OpenUploads>;
  /**
   * Whether texts in CSV that programs for spreadsheets take for formulas begin with an apostrophe;
   * they are then no longer what was stored. @default false
   */
  csvSafe?: boolean;
  /** Called when a code of the owner's was used, so that a new one can be shown. @default nobody */
  onOwnerCodeUsed?: () => void;
  /**
   * Origins, such as `https://notebook.example.org`, whose pages may call the service from a browser.
   * @default none
   */
  allowedOrigins?: readonly string[];
  /** Names of sources from the highest to the lowest. @default none: in the order in which they came */
  sourcePriority?: readonly string[];
  /** Told of each request that was answered. @default nobody */
  onLog?: (entry: LogEntry) => void;
}

/** The service: a function from requests to responses. */
export interface Service {
  /** Answers a request. */
  fetch(request: Request): Promise<Response>;
  /** A token for a user, whose account is made if there is none; throws `RangeError` where the id is no UUID. */
  issueToken(userid: string, options?: IssueTokenOptions): Promise<string>;
  /**
   * The token of a user's session of a name, which is made if there is none that is good: the same each
   * time, until it is ended. It can be listed and ended as any session can.
   */
  sessionToken(userid: string, name: string): Promise<string>;
  /**
   * A new code with which the owner approves or denies one program's sign-in, for any user; show it
   * to nobody else. It is good until it is used or the service is closed.
   */
  ownerCode(): string;
  /** The id of the user whose service it is: the oldest account, made if there is none. */
  owner(): Promise<string>;
  /** Closes the store when the requests under way are answered. */
  close(): Promise<void>;
}

/** How a token is issued. */
export interface IssueTokenOptions {
  /** For how many seconds it is good. @default 86400, a day */
  expiresIn?: number;
}

/** The most characters of an address. */
const MAX_URL = 16_384;

const URL_TOO_LONG = `The address is longer than ${MAX_URL} characters`;

/** What programs ask without a token. */
const SIGN_IN = /^\/oauth\/(?:device\/code|token|device)$/;

/** No cache on the way keeps what is answered, and no browser takes it for something else. */
const PERSONAL = [["Cache-Control", "no-store"], ["X-Content-Type-Options", "nosniff"]] as const;

const UNKNOWN_HOST = "The service is not reached under this name; the owner may allow it";

/** What a user may announce unless told otherwise: 100 files, 64 GiB. */
const OPEN_UPLOADS: OpenUploads = { files: 100, bytes: 64 * 2 ** 30 };

/** Who asks where it is the storage and no user. */
const STORAGE = "storage";

/**
 * The embedded service: answers the interface's requests from a store. It opens no port and reads
 * no global state, so that client and service can meet in one process.
 */
export function createService(options: ServiceOptions): Service {
  const { store, clock = store.clock, onLog } = options;
  const words = wordsOf(options.names ?? {});
  const { signingKey = newSigningKey() } = options;
  const { userClaim = words?.outward.name("svc_userid") ?? "svc_userid" } = options;
  const { storageSecret = newSigningKey() } = options;
  const { activeUntil, operatorToken, publicUrl } = options;
  const context: Context = {
    store,
    sourcePriority: options.sourcePriority ?? [],
    activeUntil: activeUntil === undefined
      ? undefined
      : toMicros(activeUntil, { what: "activeUntil" }),
    publicUrl: publicUrl === undefined ? undefined : publicOrigin(publicUrl),
    openUploads: { ...OPEN_UPLOADS, ...options.openUploads },
  };
  const tokens = new Tokens({
    signingKey,
    userClaim,
    clock,
    goodFrom: (userid) => store.users.tokensFrom(userid),
  });
  // Within a process, readers are few, and a timer would outlive the test or script that asked.
  const readLog = new ReadLog(store.shareReads, options.requestRate === undefined ? 0 : undefined);
  const known = new Set<string>();
  const underWay = new Set<Promise<unknown>>();
  const ownerCodes = new OwnerCodes(options.onOwnerCodeUsed);
  const rate = options.requestRate && new RequestRate(options.requestRate);
  const hosts = knownHosts(context.publicUrl, options.hosts);

  const ensureUser = async (userid: string): Promise<void> => {
    if (known.has(userid)) return;
    await store.users.ensure(userid);
    known.add(userid);
  };
  const owner = async (): Promise<string> => {
    const user = await store.users.first() ?? await store.users.ensure(crypto.randomUUID());
    return user.userid;
  };
  const accountOf = async (user: string): Promise<string> => {
    if (!UUID.test(user)) {
      throw new RangeError(`Cannot issue a token: user id ${JSON.stringify(user)} is not a UUID`);
    }
    const userid = user.toLowerCase();
    await ensureUser(userid);
    return userid;
  };
  const userOf = async (endpoint: Endpoint, request: Request): Promise<string> => {
    if (endpoint.auth === "storage") {
      authorizeStorage(request, storageSecret);
      return STORAGE;
    }
    if (endpoint.auth === "operator") {
      authorizeOperator(request, operatorToken);
      return owner();
    }
    const userid = await authorize(request, tokens, store.sessions);
    rate?.count(request.headers.get("authorization")!);
    await ensureUser(userid);
    return userid;
  };
  const upload: Extra = {
    methods: ["POST", "PUT"],
    path: `${UPLOAD_PATH}:key`,
    answer: (request, { key }) => uploadContent(store, key!, request),
  };
  const signIn = signInExtras(
    new SignIn({ store, tokens, publicUrl: context.publicUrl }, options.signIn),
    new SignInApproval({
      store,
      owner,
      ownerCodes,
      userOf: (token) => userOfToken(token, tokens, store.sessions),
      publicUrl: context.publicUrl,
    }),
  );
  const app = router(
    async ({ endpoint, handle }, path, request) => {
      const userid = await userOf(endpoint, request);
      const owners = new Set<string>();
      const seen = readerContext({ ...context, onReading: (owner) => owners.add(owner) }, userid);
      const perform: Perform = async (query, request) => {
        const args = readArguments(endpoint, path, query);
        const body = () => endpointBody(endpoint, request);
        const call = { args, userid, body, request, context: seen } as unknown as Call<Endpoint>;
        const result = await handle(call);
        return { args, result: options.csvSafe ? inertOf(result) : result };
      };
      const { args, result } = words === undefined
        ? await perform(new URL(request.url).searchParams, request)
        : await inWords(words, { endpoint, path, request }, perform);
      noteReads(readLog, { endpoint, args, owners, reader: userid }, microsOf(clock));
      return answer(endpoint, result, args);
    },
    {
      before: (request) => {
        if (!isKnownHost(request, hosts)) throw new Problem(421, UNKNOWN_HOST);
        if (request.url.length > MAX_URL) throw new Problem(414, URL_TOO_LONG);
        if (SIGN_IN.test(new URL(request.url).pathname)) rate?.count("sign-in");
      },
      addressOf: (request) => publicAddress(context, request, pathOf(request)),
      extras: [upload, ...signIn, ...documentExtras(words?.outward)],
      nameOf: words?.outward.path,
    },
  );

  const respondTo = async (request: Request): Promise<Response> => {
    const id = crypto.randomUUID(), begun = performance.now();
    const { response: plain, error } = await app(request);
    const response = await compressed(request, plain);
    response.headers.set("X-Request-Id", id);
    for (const [name, value] of PERSONAL) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    onLog?.({
      id,
      method: request.method,
      path: pathOf(request),
      status: response.status,
      milliseconds: performance.now() - begun,
      ...(error === undefined ? {} : { error }),
    });
    return response;
  };

  const answerAll = crossOrigin(respondTo, (options.allowedOrigins ?? []).map(originOf));

  return {
    fetch: (request) => {
      const response = answerAll(request);
      underWay.add(response);
      return response.finally(() => underWay.delete(response));
    },
    issueToken: async (user, { expiresIn = DAY_SECONDS } = {}) =>
      tokens.issue(await accountOf(user), expiresIn),
    sessionToken: async (user, name) => {
      const userid = await accountOf(user);
      for (const session of await store.sessions.list(userid)) {
        if (session.name !== name || session.deleted !== null) continue;
        const token = derivedSessionToken(signingKey, session.id);
        if (await store.sessions.userOf(token) === userid) return token;
      }
      const id = crypto.randomUUID(), token = derivedSessionToken(signingKey, id);
      await store.sessions.add({ id, userid, name, policy: null, token });
      return token;
    },
    ownerCode: () => ownerCodes.issue(),
    owner,
    close: async () => {
      await Promise.allSettled(underWay);
      await readLog.flush();
      await store.close();
    },
  };
}

/** CSV without formulas; anything else as it is. */
function inertOf<T>(result: T): T {
  const { inert } = (result ?? {}) as Partial<TextBody>;
  return inert === undefined ? result : inert() as T;
}

/** What was read of others, and by whom. */
interface Done {
  readonly endpoint: Endpoint;
  readonly args: ReadArguments;
  readonly owners: ReadonlySet<string>;
  readonly reader: string;
}

/** Notes down what was read of others. */
function noteReads(log: ReadLog, { endpoint, args, owners, reader }: Done, now: bigint): void {
  const { method, path } = splitRoute(endpoint.route);
  // What there is to be read is no reading.
  if (owners.size === 0 || UNNOTED.test(path)) return;
  const named = [args["data_type"], args["metric"], args["metrics"]].flat()
    .filter((name): name is string => typeof name === "string");
  const types = named.length > 0 ? named : [""];
  for (const owner of owners) {
    for (const dataType of types) {
      log.note({ owner, reader, operation: `${method} ${path}`, dataType }, now);
    }
  }
}

const UNNOTED = /^\/(?:data\/v1\/catalog|data\/v1alpha1\/data_types|user\/v1alpha1\/access)/;

/** The path of a request as it may be shown: an upload's key is a secret. */
function pathOf(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(UPLOAD_PATH) ? `${UPLOAD_PATH}...` : pathname;
}
