/** An error in one part of a request. */
export interface Issue {
  /** Location: `["query", "start_time"]`, or `["body", 3, "value"]` for line 3. */
  readonly loc: readonly (string | number)[];
  /** Message for people. */
  readonly msg: string;
  /** Type of error, for programs. */
  readonly type: string;
}

/** Maximum number of issues in an answer, which says if there may be more. */
export const MAX_ISSUES = 100;

/** An error answer. Handlers throw it, and one place turns it into a response. */
export class Problem extends Error {
  readonly status: number;
  /** A sentence, or the issues of a 422. */
  readonly detail: string | readonly Issue[];
  readonly headers: { readonly [name: string]: string };

  constructor(
    status: number,
    detail: string | readonly Issue[],
    headers: { readonly [name: string]: string } = {},
  ) {
    const listed = typeof detail === "string" ? detail : listedOf(detail);
    super(typeof listed === "string" ? listed : listed.map((issue) => issue.msg).join("; "));
    this.name = "Problem";
    this.status = status;
    this.detail = listed;
    this.headers = headers;
  }
}

function listedOf(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length < MAX_ISSUES) return issues;
  const last: Issue = { loc: ["body"], msg: STOPPED, type: "value_error" };
  return [...issues.slice(0, MAX_ISSUES), last];
}

const STOPPED = `The check stopped after ${MAX_ISSUES} problems; there may be more`;

/** Returns a 422 for one part of the request. */
export function invalid(loc: Issue["loc"], msg: string, type = "value_error"): Problem {
  return new Problem(422, [{ loc, msg, type }]);
}

export function notFound(detail: string): Problem {
  return new Problem(404, detail);
}

/** Returns a 403, the same whether the data exists or not. */
export function forbidden(): Problem {
  return new Problem(403, "This data is not shared with you");
}
