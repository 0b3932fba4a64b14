import { plainText } from "../../options/plainText.ts";

/** Reason for a failed sign-in. */
export type SignInFailure =
  /** The request was denied. */
  | "denied"
  /** The code, or the session itself, has expired. */
  | "expired"
  /** The service refuses the client, or the requested scope or audience. */
  | "refused"
  /** The service did not respond, or its response is unreadable. */
  | "unreachable";

/** A failed sign-in, or a failed refresh of it. No message contains a token or the device code. */
export class SignInError extends Error {
  /** Reason for the failure. */
  readonly failure: SignInFailure;

  /** Creates an error without secrets in its message. */
  constructor(failure: SignInFailure, message: string, options: { cause?: unknown } = {}) {
    super(plainText(message), options.cause === undefined ? {} : { cause: options.cause });
    this.failure = failure;
  }

  /** Name of the class. */
  override get name(): "SignInError" {
    return "SignInError";
  }
}
