import { plainText } from "../../options/plainText.ts";

/** Why nobody is signed in. */
export type SignInFailure =
  /** The request was denied. */
  | "denied"
  /** The code, or the sign-in itself, is no longer good. */
  | "expired"
  /** The service refuses the client, or what it asks for. */
  | "refused"
  /** There was no answer, or one that cannot be read. */
  | "unreachable";

/** A sign-in, or its refresh, that failed. No message holds a token or the device code. */
export class SignInError extends Error {
  /** Why. */
  readonly failure: SignInFailure;

  /** Builds the message: action first, then the reason. */
  constructor(failure: SignInFailure, message: string, options: { cause?: unknown } = {}) {
    super(plainText(message), options.cause === undefined ? {} : { cause: options.cause });
    this.failure = failure;
  }

  /** Name of the class. */
  override get name(): "SignInError" {
    return "SignInError";
  }
}
