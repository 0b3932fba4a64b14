import process from "node:process";
import { notebookKernel } from "../../options/runtime.ts";
import { displayMembers } from "../../display/displayMembers.ts";

/** Information for approving a sign-in. It displays itself in notebooks and terminals. */
export interface SignInPrompt {
  /** Page to open. */
  readonly url: string;
  /** Page with the code already filled in. */
  readonly completeUrl: string | undefined;
  /** Code to enter on the page. */
  readonly code: string;
  /** Time at which the code expires. */
  readonly expiresAt: Temporal.Instant;
}

/** Members that a prompt is made from. */
export type SignInPromptInit = Omit<SignInPrompt, "toString">;

/** Creates a prompt with its displays. Only `http` and `https` addresses become links. */
export function signInPrompt(init: SignInPromptInit): SignInPrompt {
  const { url, completeUrl, code, expiresAt } = init;
  const open = completeUrl ?? url;
  const text = [
    `To sign in, open ${open}`,
    `and ${completeUrl === undefined ? "enter" : "check"} the code ${code}`,
    `(good until ${expiresAt.round("second")}).`,
  ].join("\n");
  const html = `<p>To sign in, open ${link(open)}<br>and ${
    completeUrl === undefined ? "enter" : "check"
  } the code <code>${escaped(code)}</code> (good until ${expiresAt.round("second")}).</p>`;
  return Object.freeze({
    ...init,
    ...displayMembers(() => text),
    toString: () => text,
    [Symbol.for("Jupyter.display")]: () => ({ "text/plain": text, "text/html": html }),
  });
}

/** Shows a prompt as a cell's output in a notebook, else on standard error. */
export async function showPrompt(prompt: SignInPrompt): Promise<void> {
  const kernel = notebookKernel();
  if (kernel !== undefined) await kernel.display(prompt);
  else process.stderr.write(`${prompt}\n`);
}

function link(url: string): string {
  const safe = escaped(url);
  return /^https?:\/\//.test(url)
    ? `<a href="${safe}" target="_blank" rel="noopener">${safe}</a>`
    : safe;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
