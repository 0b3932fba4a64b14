/** What is wrong with one part of a request (interface 7.1). */
export interface Issue {
  /** Where: `["query", "start_time"]`, or `["body", 3, "value"]` for line 3. */
  readonly loc: readonly (string | number)[];
  /** What is wrong, for people. */
  readonly msg: string;
  /** What is wrong, for programs. */
  readonly type: string;
}

/** An answer that is no success: thrown by handlers, made into a response in one place. */
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
    super(typeof detail === "string" ? detail : detail.map((issue) => issue.msg).join("; "));
    this.name = "Problem";
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

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
