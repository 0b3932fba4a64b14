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

export interface ApprovalContext {
  readonly store: Store;
  /** Returns the id of the service's owner, whose account it creates if needed. */
  readonly owner: () => Promise<string>;
  /** Codes that identify the owner. */
  readonly ownerCodes: OwnerCodes;
  /** Returns the user of a valid token. */
  readonly userOf: (token: string) => Promise<string | undefined>;
  /** Requests for codes by redirect. */
  readonly codeFlow: CodeFlow;
  /** Public address of the service behind a proxy. */
  readonly publicUrl: string | undefined;
}

/** Limits of pending forms and of users to choose from. */
const MAX_FORMS = 100, MAX_USERS = 100;

const NO_CODE = "This code is wrong, expired or already used. Ask the program for a new one.";
const NO_PROOF = "The owner's code or token is wrong, or has expired. " +
  "Each code is valid for one decision: use the last one that the service printed.";

/** A pending decision, and the program that requested it. */
interface Pending {
  readonly userCode: string;
  readonly proof: string;
}

/**
 * Page on which somebody approves a device's code. It trusts no client address: behind a proxy all
 * requests come from this machine, and other people may use the machine too. The owner's code or a
 * valid token proves who decides. Only a form of this page changes anything, once, from its own
 * origin.
 */
export class SignInApproval {
  readonly #context: ApprovalContext;
  /** Pending decisions by the hash of the form's token, oldest first. */
  readonly #forms = new Map<string, Pending>();

  constructor(context: ApprovalContext) {
    this.#context = context;
  }

  /** Asks for the codes, which the address may contain. */
  async show(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const userCode = searchParams.get("user_code") ?? undefined;
    return page(await codePage({ userCode, proof: searchParams.get("owner_code") ?? undefined }));
  }

  /** Shows what a code requests. With a decision, approves or denies it. */
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
      return page(await errorPage("This form was already sent or is too old. Start again."), 403);
    }
    const decision = form.get("decision"), userid = form.get("userid");
    const isApproved = decision === "approve";
    if (isApproved && !users.includes(userid ?? "")) {
      return page(
        await errorPage("The user does not exist, or the token belongs to somebody else."),
        422,
      );
    }
    if (!isApproved && decision !== "deny") {
      return page(await errorPage("The form has no decision."), 422);
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

  /** Returns the users that a proof covers: all for the owner's code, one for a token. */
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

/** @param redirect Address that the page's form may redirect to. @default only this service */
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
