/** An endpoint that is not an operation: a page, or an address that the service issued. */
export interface Extra {
  readonly methods: readonly string[];
  /** Path in the router's notation. */
  readonly path: string;
  readonly answer: (
    request: Request,
    path: { readonly [name: string]: string },
  ) => Promise<Response>;
}
