import { createHash } from "node:crypto";
import type { Store } from "../store/openStore.ts";
import { PAGE_HEADERS } from "./pageFrame.ts";
import { respond } from "./respond.ts";
import { APPROVAL_PATH } from "./signIn.ts";
import { NO_STORE, SignInError } from "./signInError.ts";
import { signInForm } from "./signInForm.ts";
import { codePage, decidedPage, decisionPage, refusalPage } from "./signInPage.ts";
import { plainUserCode } from "./signInUserCode.ts";

/** What the page needs. */
export interface ApprovalContext {
  /** Keeps codes and users. */
  readonly store: Store;
  /** The id of the user whose service it is, made if there is none. */
  readonly owner: () => Promise<string>;
}

/** The most forms that wait for an answer, and the most users to choose from. */
const MAX_FORMS = 100, MAX_USERS = 100;

/** Names of this machine: a page of elsewhere that resolves to here has another. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

const NO_CODE = "This code is wrong, expired or already used. Ask the program for a new one.";

/**
 * The page on which whoever sits at this machine approves a device's code. It changes nothing but
 * by a form that it made itself, once, sent from its own origin, under a name of this machine.
 */
export class SignInApproval {
  readonly #context: ApprovalContext;
  /** Which code each form decides, by the hash of the form's token; the oldest first. */
  readonly #forms = new Map<string, string>();

  /** Over a store. */
  constructor(context: ApprovalContext) {
    this.#context = context;
  }

  /** Asks for a code, or shows what a code asks for. */
  async show(request: Request, isLocal: boolean): Promise<Response> {
    const url = new URL(request.url);
    if (!isHere(url, isLocal)) return await elsewhere(url);
    const typed = url.searchParams.get("user_code");
    if (typed === null) return page(await codePage());
    const userCode = plainUserCode(typed);
    const found = userCode && await this.#context.store.deviceCodes.find(userCode);
    if (!userCode || !found) return page(await codePage(NO_CODE), 404);
    const [formToken, users] = [this.#newForm(userCode), await this.#users()];
    return page(await decisionPage({ userCode, request: found, users, formToken }));
  }

  /** Approves or denies, as the form says. */
  async decide(request: Request, isLocal: boolean): Promise<Response> {
    const url = new URL(request.url);
    if (!isHere(url, isLocal)) return await elsewhere(url);
    if (!isOwnOrigin(request, url)) {
      return page(await refusalPage("The answer did not come from this page."), 403);
    }
    let form: ReadonlyMap<string, string>;
    try {
      form = await signInForm(request);
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      return page(await refusalPage(`${error.message}.`), 400);
    }
    const userCode = plainUserCode(form.get("user_code") ?? "");
    if (userCode === undefined || !this.#takeForm(form.get("form_token") ?? "", userCode)) {
      return page(await refusalPage("This form was sent before, or is too old. Begin again."), 403);
    }
    const decision = form.get("decision"), userid = form.get("userid");
    const isApproved = decision === "approve";
    if (isApproved && !(await this.#users()).includes(userid ?? "")) {
      return page(await refusalPage("There is no such user."), 422);
    }
    if (!isApproved && decision !== "deny") {
      return page(await refusalPage("The form says neither yes nor no."), 422);
    }
    const { deviceCodes } = this.#context.store;
    const isDone = await deviceCodes.decide(userCode, isApproved ? userid! : null);
    return isDone ? page(await decidedPage(isApproved)) : page(await codePage(NO_CODE), 404);
  }

  async #users(): Promise<string[]> {
    await this.#context.owner();
    return (await this.#context.store.users.list(MAX_USERS)).map(({ userid }) => userid);
  }

  #newForm(userCode: string): string {
    const token = crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url" });
    this.#forms.set(hashOf(token), userCode);
    for (const oldest of this.#forms.keys()) {
      if (this.#forms.size <= MAX_FORMS) break;
      this.#forms.delete(oldest);
    }
    return token;
  }

  #takeForm(token: string, userCode: string): boolean {
    const hash = hashOf(token);
    const made = this.#forms.get(hash);
    this.#forms.delete(hash);
    return made === userCode;
  }
}

function isHere(url: URL, isLocal: boolean): boolean {
  return isLocal && LOOPBACK.test(url.hostname);
}

async function elsewhere(url: URL): Promise<Response> {
  const address = `http://127.0.0.1:${url.port || "80"}${APPROVAL_PATH}`;
  const text = `Open ${address} on the machine that the service runs on.`;
  return page(await refusalPage(text), 403);
}

function isOwnOrigin(request: Request, url: URL): boolean {
  const origin = request.headers.get("origin");
  return origin === null
    ? request.headers.get("sec-fetch-site") === "same-origin"
    : origin === url.origin;
}

function page(text: string, status: number = 200): Promise<Response> {
  return respond([new TextEncoder().encode(text)], {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...PAGE_HEADERS, ...NO_STORE },
  });
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
