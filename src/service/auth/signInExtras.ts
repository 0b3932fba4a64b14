import { APPROVAL_PATH, type SignIn } from "./signIn.ts";
import type { SignInApproval } from "./signInApproval.ts";
import { signInAnswer, signInRedirect } from "./signInError.ts";
import type { Extra } from "../http/extra.ts";

/** Paths of sign-in, which take no bearer token. */
export function signInExtras(
  signIn: SignIn,
  approval: SignInApproval,
): Extra[] {
  return [
    {
      methods: ["POST"],
      path: "/oauth/device/code",
      answer: (request) => signInAnswer(() => signIn.deviceCode(request)),
    },
    {
      methods: ["GET"],
      path: "/authorize",
      answer: (request) => signInRedirect(() => signIn.authorize(request)),
    },
    {
      methods: ["POST"],
      path: "/oauth/token",
      answer: (request) => signInAnswer(() => signIn.token(request), signIn.isForbidding),
    },
    {
      methods: ["GET", "POST"],
      path: APPROVAL_PATH,
      answer: (request) =>
        request.method === "POST" ? approval.decide(request) : approval.show(request),
    },
  ];
}
