import { createHash } from "node:crypto";
import type { Store } from "../../store/openStore.ts";
import type { OwnerCodes } from "./ownerCodes.ts";
import { type CodeFlow, redirectTo } from "./codeFlow.ts";
import { PAGE_HEADERS } from "../encode/pageFrame.ts";
import { respond } from "../http/respond.ts";
import { NO_STORE, SignInError } from "./signInError.ts";
import { signInForm } from "./signInForm.ts";
import { codePage, decidedPage, decisionPage, errorPage } from "./signInPage.ts";
import { plainUserCode } from "./signInUserCode.ts";

/** What the page needs. */
export interface ApprovalContext {
  /** Keeps codes and users. */
  readonly store: Store;
  /** The id of the user whose service it is, made if there is none. */
  readonly owner: () => Promise<string>;
  /** The codes that prove that somebody is the owner. */
  readonly ownerCodes: OwnerCodes;
  /** The user of a token that is good. */
  readonly userOf: (token: string) => Promise<string | undefined>;
  /** Requests for codes by redirection. */
  readonly codeFlow: CodeFlow;
  /** The address under which clients reach the service through a proxy. */
  readonly publicUrl: string | undefined;
}

/** The most forms that wait for an answer, and the most users to choose from. */
const MAX_FORMS = 100, MAX_USERS = 100;

const NO_CODE = "This code is wrong, expired or already used. Ask the program for a new one.";
const NO_PROOF = "The owner's code or token is wrong, or no longer good. " +
  "Each code is good for one decision: use the last one that the service has printed.";

/** What a form decides, and who has asked for it. */
interface Pending {
  readonly userCode: string;
  readonly proof: string;
}

/**
 * The page on which somebody approves a device's code. No address is trusted, for behind a proxy all
 * requests come from this machine, and other people may use it too: who decides proves with a code of
 * the owner's, or a token that is good, for whom. Nothing is changed but by a form that the page made
 * itself, sent once, from its own origin.
 */
export class SignInApproval {
  readonly #context: ApprovalContext;
  /** What each form decides, by the hash of the form's token; the oldest first. */
  readonly #forms = new Map<string, Pending>();

  /** Over a store. */
  constructor(context: ApprovalContext) {
    this.#context = context;
  }

  /** Asks for the codes; the address may hold them. */
  async show(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const userCode = searchParams.get("user_code") ?? undefined;
    return page(await codePage({ userCode, proof: searchParams.get("owner_code") ?? undefined }));
  }

  /** Shows what a code asks for; with a decision, approves or denies it. */
  async decide(request: Request): Promise<Response> {
    if (!this.#isOwnOrigin(request)) {
      return page(await errorPage("The answer did not come from this page."), 403);
    }
    let form: ReadonlyMap<string, string>;
    try {
      form = await signInForm(request);
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      return page(await errorPage(`${error.message}.`), 400);
    }
    return await (form.has("form_token") ? this.#take(form) : this.#look(form));
  }

  async #look(form: ReadonlyMap<string, string>): Promise<Response> {
    const typed = form.get("user_code") ?? "", proof = form.get("proof") ?? "";
    const users = await this.#usersOf(proof);
    if (users === undefined) {
      return page(await codePage({ userCode: typed, problem: NO_PROOF }), 403);
    }
    const userCode = plainUserCode(typed);
    const found = userCode && await this.#context.store.deviceCodes.find(userCode);
    if (!userCode || !found) return page(await codePage({ proof, problem: NO_CODE }), 404);
    const formToken = this.#newForm({ userCode, proof });
    const redirect = this.#context.codeFlow.find(userCode)?.redirectUri;
    const html = await decisionPage({ userCode, request: found, users, formToken, redirect });
    return page(html, 200, redirect);
  }

  async #take(form: ReadonlyMap<string, string>): Promise<Response> {
    const pending = this.#takeForm(form.get("form_token")!);
    const isOurs = pending?.userCode === plainUserCode(form.get("user_code") ?? "");
    const users = pending && isOurs ? await this.#usersOf(pending.proof) : undefined;
    if (pending === undefined || users === undefined) {
      return page(await errorPage("This form was sent before, or is too old. Begin again."), 403);
    }
    const decision = form.get("decision"), userid = form.get("userid");
    const isApproved = decision === "approve";
    if (isApproved && !users.includes(userid ?? "")) {
      return page(await errorPage("There is no such user, or the token is another's."), 422);
    }
    if (!isApproved && decision !== "deny") {
      return page(await errorPage("The form says neither yes nor no."), 422);
    }
    const { userCode, proof } = pending;
    const { store: { deviceCodes }, ownerCodes } = this.#context;
    const isDone = await deviceCodes.decide(userCode, isApproved ? userid! : null);
    if (!isDone) return page(await codePage({ proof, problem: NO_CODE }), 404);
    ownerCodes.spend(proof);
    const asked = this.#context.codeFlow.find(userCode);
    if (asked !== undefined) {
      const Location = redirectTo(
        asked,
        isApproved
          ? { code: asked.code }
          : { error: "access_denied", error_description: "The request was denied" },
      );
      return new Response(null, { status: 303, headers: { ...NO_STORE, Location } });
    }
    return page(await decidedPage(isApproved));
  }

  /** For whom a proof is good: the owner's code for all users, a token for its own. */
  async #usersOf(proof: string): Promise<string[] | undefined> {
    const { store, owner, ownerCodes, userOf } = this.#context;
    if (!ownerCodes.isGood(proof)) {
      const userid = await userOf(proof.trim());
      return userid === undefined ? undefined : [userid];
    }
    await owner();
    return (await store.users.list(MAX_USERS)).map(({ userid }) => userid);
  }

  #newForm(pending: Pending): string {
    const token = crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url" });
    this.#forms.set(hashOf(token), pending);
    for (const oldest of this.#forms.keys()) {
      if (this.#forms.size <= MAX_FORMS) break;
      this.#forms.delete(oldest);
    }
    return token;
  }

  #takeForm(token: string): Pending | undefined {
    const hash = hashOf(token);
    const pending = this.#forms.get(hash);
    this.#forms.delete(hash);
    return pending;
  }

  #isOwnOrigin(request: Request): boolean {
    const origin = request.headers.get("origin");
    return origin === null
      ? request.headers.get("sec-fetch-site") === "same-origin"
      : origin === new URL(request.url).origin ||
        origin === URL.parse(this.#context.publicUrl ?? "")?.origin;
  }
}

/** @param redirect Address that the page's form may lead to. @default only this service */
function page(text: string, status: number = 200, redirect?: string): Promise<Response> {
  const policy = PAGE_HEADERS["Content-Security-Policy"];
  return respond([new TextEncoder().encode(text)], {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      ...PAGE_HEADERS,
      ...NO_STORE,
      ...(redirect === undefined ? {} : {
        "Content-Security-Policy": policy.replace(
          "form-action 'self'",
          `form-action 'self' ${new URL(redirect).origin}`,
        ),
      }),
    },
  });
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
