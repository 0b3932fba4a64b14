/** What is answered in addition to the table of operations: an address that the service gave out, a page. */
export interface Extra {
  /** Methods. */
  readonly methods: readonly string[];
  /** Path in the router's notation. */
  readonly path: string;
  /** Answers a request. */
  readonly answer: (
    request: Request,
    path: { readonly [name: string]: string },
  ) => Promise<Response>;
}
