import { api } from "../api/api.ts";
import { nounLine } from "./nounLine.ts";

/** What a client shows of itself. */
export interface ClientDescription {
  /** The service's address. */
  readonly baseUrl: string;
  /** The user, where known. */
  readonly userid: string | undefined;
  /** The methods, by noun. */
  readonly nouns: { readonly [N in keyof typeof api]: object };
}

/** A client as a few lines of text: where it is connected, as whom, and what it can do. */
export function describeClient({ baseUrl, userid, nouns }: ClientDescription): string {
  const names = Object.keys(api) as (keyof typeof api)[];
  return [
    `Client of ${baseUrl}${userid === undefined ? "" : `, user ${userid}`}`,
    ...names.map((noun) => nounLine(noun, Object.keys(nouns[noun]))),
  ].join("\n");
}
