/** Arguments by their names on the wire, as the inner parts of the client get them. */
export type ArgumentValues = { readonly [name: string]: unknown };
