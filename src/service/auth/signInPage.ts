import { html, raw } from "hono/html";
import type { DeviceRequest } from "../../store/deviceCodes.ts";
import { type Html, pageFrame } from "../encode/pageFrame.ts";
import { APPROVAL_ACTION } from "./signIn.ts";
import { groupLetters } from "./signInUserCode.ts";

/** A decision to make. */
export interface Decision {
  /** Code, only its letters. */
  readonly userCode: string;
  readonly request: DeviceRequest;
  /** Users that may approve it. */
  readonly users: readonly string[];
  /** Address that receives the code. @default the program polls for it */
  readonly redirect?: string | undefined;
  /** Proves that the answer comes from this page. */
  readonly formToken: string;
}

/** Initial contents of the first page. */
export interface CodeForm {
  /** Program's code as typed. @default empty */
  readonly userCode?: string | undefined;
  /** Owner's code from the printed address. @default empty */
  readonly proof?: string | undefined;
  /** Error message. @default none */
  readonly problem?: string | undefined;
}

/** Returns the page that asks for the program's code and for proof of identity. */
export function codePage({ userCode = "", proof = "", problem }: CodeForm = {}): Promise<string> {
  return pageFrame(
    "Connect a program",
    html`
      ${problem === undefined ? "" : html`<p role="alert" class="alert">${problem}</p>`}
      <form method="post" action="${APPROVAL_ACTION}" class="fields">
        <label for="user_code">Code that the program shows</label>
        <input id="user_code" type="text" name="user_code" value="${userCode}" required
          autocomplete="off" spellcheck="false" maxlength="20" placeholder="XXXX-XXXX" ${focusIf(
            userCode === "",
          )}>
        <label for="proof">Owner's code, or your access token</label>
        <input id="proof" type="text" name="proof" value="${proof}" required autocomplete="off"
          spellcheck="false" maxlength="5000" aria-describedby="where" ${focusIf(userCode !== "")}>
        <p id="where" class="note">The service prints the owner's code in the terminal where it runs
        (<code>Approve: ...</code>). It is good for one decision; the next one is printed then. An access
        token approves for its own user only.</p>
        <button>Continue</button>
      </form>
    `,
  );
}

function focusIf(is: boolean): Html | string {
  return is ? raw("autofocus") : "";
}

/** Returns the page that shows the request and takes the decision. */
export function decisionPage(decision: Decision): Promise<string> {
  const { userCode, request: { clientId, scope, expires }, users, formToken, redirect } = decision;
  const stays = scope.split(" ").includes("offline_access");
  return pageFrame(
    "Connect a program",
    html`
      <p>A program that calls itself <strong>${clientId}</strong> asks to act for you on this
      service. It may then <strong>read, write and delete all data</strong> of the user that you choose${stays
        ? ", and stays signed in until it is not used for 90 days"
        : ", for one hour"}.</p>
      ${redirect === undefined
        ? html`
          <p>Go on only if you have just started it yourself and it shows this code:</p>
          <p class="code">${groupLetters(userCode)}</p>
        `
        : html`<p>Go on only if you have just started it yourself. The answer is sent to
      <code>${redirect}</code>.</p>`}
      <form method="post" action="${APPROVAL_ACTION}">
      <input type="hidden" name="user_code" value="${groupLetters(userCode)}">
      <input type="hidden" name="form_token" value="${formToken}">
      ${usersField(users)}
      <button name="decision" value="approve">Approve</button>
      <button name="decision" value="deny">Deny</button>
      </form>
      <p
        class="note">Scope: ${scope}. The code is good until ${minuteText(
          expires,
        )}. What a program calls itself is not checked.</p>
    `,
  );
}

/** Formats an instant in microseconds: `2024-01-01 08:30 UTC`. */
function minuteText(at: bigint): string {
  const [date, time] = new Date(Number(at / 1000n)).toISOString().split("T");
  return `${date} ${time!.slice(0, 5)} UTC`;
}

/** Returns the page that confirms the decision. */
export function decidedPage(isApproved: boolean): Promise<string> {
  const [title, text] = isApproved
    ? ["Approved", "The program is signed in. You may close this page."]
    : ["Denied", "The program was denied access. You may close this page."];
  return pageFrame(title, html`<p role="status">${text}</p>`);
}

/** Returns the page that explains why nothing changed. */
export function errorPage(reason: string): Promise<string> {
  return pageFrame("Nothing was changed", html`<p role="alert">${reason}</p>`);
}

function usersField(users: readonly string[]): Html {
  if (users.length === 1) {
    return html`<p>User: <code>${users[0]}</code></p>
<input type="hidden" name="userid" value="${users[0]}">`;
  }
  return html`<fieldset><legend>For which user?</legend>
${
    users.map((userid) =>
      html`
        <label><input type="radio" name="userid" value="${userid}" required> <code>${userid}</code></label>
      `
    )
  }</fieldset>`;
}
