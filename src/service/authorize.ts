import { Problem } from "./problem.ts";
import type { Tokens } from "./tokens.ts";

/**
 * The user whose bearer token a request carries.
 *
 * @throws {Problem} 401, the same for every token that is not good
 */
export async function authorize(request: Request, tokens: Tokens): Promise<string> {
  const header = request.headers.get("authorization") ?? "";
  const token = /^bearer +(\S+) *$/i.exec(header)?.[1];
  if (token === undefined) {
    throw new Problem(401, "Not authenticated", { "WWW-Authenticate": "Bearer" });
  }
  const userid = await tokens.userOf(token);
  if (userid === undefined) {
    throw new Problem(401, "The token is wrong or no longer good", {
      "WWW-Authenticate": 'Bearer error="invalid_token"',
    });
  }
  return userid;
}
