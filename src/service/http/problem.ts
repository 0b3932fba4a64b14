/** What is wrong with one part of a request. */
export interface Issue {
  /** Where: `["query", "start_time"]`, or `["body", 3, "value"]` for line 3. */
  readonly loc: readonly (string | number)[];
  /** What is wrong, for people. */
  readonly msg: string;
  /** What is wrong, for programs. */
  readonly type: string;
}

/** The most issues that an answer lists; who has more than so many is told that there are more. */
export const MAX_ISSUES = 100;

/** An answer that reports a failure: thrown by handlers, made into a response in one place. */
export class Problem extends Error {
  /** Status of the answer. */
  readonly status: number;
  /** A sentence, or of a 422 what is wrong with each part. */
  readonly detail: string | readonly Issue[];
  /** Headers of the answer. */
  readonly headers: { readonly [name: string]: string };

  /** With a status and a sentence, or with the issues of a 422. */
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

/** A 422 that names one part of the request. */
export function invalid(loc: Issue["loc"], msg: string, type = "value_error"): Problem {
  return new Problem(422, [{ loc, msg, type }]);
}

/** A 404. */
export function notFound(detail: string): Problem {
  return new Problem(404, detail);
}

/** A 403: the same whether the data exists or not. */
export function forbidden(): Problem {
  return new Problem(403, "This data is not shared with you");
}
