import { LIMITS } from "../options/limits.ts";
import { toMicros } from "../time/instant.ts";
import { Accounts } from "./auth/accounts.ts";
import { userOfToken } from "./auth/authorize.ts";
import { CodeFlow } from "./auth/codeFlow.ts";
import { GroupKeyPair } from "./auth/groupKeyPair.ts";
import { OwnerCodes } from "./auth/ownerCodes.ts";
import { SignIn } from "./auth/signIn.ts";
import { SignInApproval } from "./auth/signInApproval.ts";
import { signInExtras } from "./auth/signInExtras.ts";
import { newSigningKey } from "./auth/signingKey.ts";
import { Tokens } from "./auth/tokens.ts";
import { uploadExtra } from "./files/uploadContent.ts";
import { shownPath } from "./files/uploadKey.ts";
import { finishResponses } from "./finishResponses.ts";
import { handlers } from "./handlers.ts";
import { clientAddress } from "./http/clientAddress.ts";
import { crossOrigin, originOf } from "./http/crossOrigin.ts";
import type { Context, OpenUploads } from "./http/handler.ts";
import { isKnownHost, knownHosts } from "./http/knownHosts.ts";
import { Problem } from "./http/problem.ts";
import { publicAddress, publicBase, publicPrefix, withoutPrefix } from "./http/publicAddress.ts";
import { RequestRate } from "./http/requestRate.ts";
import { vocabularyOf } from "./names/vocabulary.ts";
import { documentExtras } from "./openapi/documentExtras.ts";
import { router } from "./router.ts";
import { routes } from "./routes.ts";
import { serveOperation } from "./serveOperation.ts";
import type { Service, ServiceOptions } from "./service.ts";
import { ReadLog } from "./sharing/readLog.ts";

/** Maximum length of an address. */
const MAX_URL = 16_384;

const URL_TOO_LONG = `The address is longer than ${MAX_URL} characters`;

/** Paths that programs request without a token. */
const SIGN_IN = /^\/(?:authorize|oauth\/(?:device\/code|token|device))$/;

/** Paths on which anybody can cause a row to be written. */
const NEW_CODE = /^\/(?:authorize|oauth\/device\/code)$/;

const UNKNOWN_HOST = "Unknown host name; the owner can allow it";

/** Default limit of announced uploads per user: 100 files, 64 GiB. */
const OPEN_UPLOADS: OpenUploads = { files: 100, bytes: 64 * 2 ** 30 };

/**
 * Creates the embedded service, which answers requests from a store. It opens no port and reads no
 * global state, so client and service can run in one process.
 */
export function createService(options: ServiceOptions): Service {
  const { store, clock = store.clock, storageSecret = newSigningKey() } = options;
  const { signingKey = newSigningKey(), operatorToken, onLog, csvSafe = false } = options;
  const vocabulary = vocabularyOf(options.names ?? {});
  const { userClaim = vocabulary?.toWire.name("svc_userid") ?? "svc_userid" } = options;
  const context = contextOf(options, new GroupKeyPair(signingKey));
  const codeFlow = new CodeFlow((options.allowedOrigins ?? []).map(originOf));
  const tokens = new Tokens({
    signingKey,
    userClaim,
    clock,
    goodFrom: (userid) => store.users.tokensFrom(userid),
    sessionUser: (token) => store.sessions.userOf(token),
  });
  const accounts = new Accounts({ store, tokens });
  const ownerCodes = new OwnerCodes(options.onOwnerCodeUsed);
  const rate = options.requestRate && new RequestRate(options.requestRate);
  // Strangers must not make the service forget the requests of its users.
  const signInRate = options.requestRate && new RequestRate(options.requestRate);
  const codeRate = rate && new RequestRate({
    perSecond: 0.1,
    burst: LIMITS.deviceCodesPerAddress.most,
  });
  // In one process readers are few, and a timer would outlive the test or script.
  const readLog = new ReadLog(store.shareReads, rate === undefined ? 0 : undefined);
  const hosts = knownHosts(context.publicUrl, options.hosts);
  const caller = { tokens, store, accounts, storageSecret, operatorToken, rate };
  const signIn = signInExtras(
    new SignIn({ store, tokens, codeFlow, publicUrl: context.publicUrl }, options.signIn),
    new SignInApproval({
      store,
      owner: () => accounts.owner(),
      ownerCodes,
      codeFlow,
      userOf: (token) => userOfToken(token, tokens, store.sessions),
      publicUrl: context.publicUrl,
    }),
  );
  const prefix = publicPrefix(context.publicUrl);
  const operations = routes(handlers, vocabulary?.toWire.path);
  const extras = [uploadExtra(store), ...signIn, ...documentExtras(vocabulary?.toWire, prefix)];
  const taken = [...operations.flatMap(({ paths }) => paths), ...extras.map(({ path }) => path)]
    .find((path) => prefix !== "" && `${path}/`.startsWith(`${prefix}/`));
  if (taken !== undefined) {
    throw new RangeError(
      `Cannot serve below ${prefix}: the service's own path ${taken} begins with it. Choose another prefix.`,
    );
  }
  const route = router({
    routes: operations,
    serve: serveOperation({ context, caller, clock, vocabulary, readLog, csvSafe }),
    extras,
    before: (request) => {
      if (!isKnownHost(request, hosts)) throw new Problem(421, UNKNOWN_HOST);
      if (request.url.length > MAX_URL) throw new Problem(414, URL_TOO_LONG);
      const { pathname } = new URL(request.url);
      if (NEW_CODE.test(pathname)) codeRate?.count(clientAddress(request));
      if (SIGN_IN.test(pathname)) {
        signInRate?.count(clientAddress(request));
      }
    },
    addressOf: (request) => publicAddress(context, request, shownPath(request)),
  });
  const answerAll = crossOrigin(
    finishResponses(route, onLog),
    (options.allowedOrigins ?? []).map(originOf),
  );
  const underWay = new Set<Promise<unknown>>();
  return {
    fetch: (request) => {
      const response = answerAll(withoutPrefix(request, prefix));
      underWay.add(response);
      return response.finally(() => underWay.delete(response));
    },
    issueToken: (user, { expiresIn } = {}) => accounts.issueToken(user, expiresIn),
    limitedSession: (user, name, limits) => accounts.limitedSession(user, name, limits),
    sessionToken: (user, name) => accounts.sessionToken(user, name),
    ownerCode: () => ownerCodes.issue(),
    owner: () => accounts.owner(),
    close: async () => {
      await Promise.allSettled(underWay);
      await readLog.flush();
      await store.close();
    },
  };
}

function contextOf(options: ServiceOptions, groupKeys: GroupKeyPair): Context {
  const { store, sourcePriority = [], activeUntil, publicUrl, openUploads } = options;
  return {
    store,
    groupKeys,
    sourcePriority,
    activeUntil: activeUntil === undefined
      ? undefined
      : toMicros(activeUntil, { what: "activeUntil" }),
    publicUrl: publicUrl === undefined ? undefined : publicBase(publicUrl),
    openUploads: { ...OPEN_UPLOADS, ...openUploads },
  };
}
