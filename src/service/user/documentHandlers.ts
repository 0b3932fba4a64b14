import type { Endpoint } from "../../api/fields/endpoint.ts";
import type { Document, Documents } from "../../store/documents.ts";
import type { Store } from "../../store/openStore.ts";
import type { Call } from "../http/handler.ts";
import { notFound } from "../http/problem.ts";

/** Part of a call that every operation on documents needs. */
type DocumentCall = Pick<Call<Endpoint>, "userid" | "request" | "context">;

/** A noun stored as plain documents: written as a whole, found by id, and marked when deleted. */
export interface DocumentKind<Id extends string, Body, Change, Stored, Row> {
  /** Name in messages. */
  readonly kind: string;
  /** Parameter that holds the id. */
  readonly id: Id;
  /** Selects the collection. */
  readonly documents: (store: Store) => Documents<Stored>;
  /** Returns the document to store for a body, or for a stored document merged with a change. */
  readonly stored: (body: Body) => Stored;
  /** Formats a document. */
  readonly row: (document: Document<Stored>, call: DocumentCall) => Row;
  /** Checks a body or a change beyond its schema. @default none */
  readonly check?: (given: Body | Change, call: DocumentCall) => Promise<void>;
}

/** Operations on such documents. */
export interface DocumentHandlers<Id extends string, Body, Change, Row> {
  /** Lists a user's documents, including deleted ones. */
  list(call: DocumentCall): Promise<Row[]>;
  create(call: DocumentCall & { readonly body: () => Promise<Body> }): Promise<Row>;
  get(call: DocumentCall & Named<Id>): Promise<Row>;
  /** Changes the given fields. */
  update(call: DocumentCall & Named<Id> & { readonly body: () => Promise<Change> }): Promise<Row>;
  /** Marks a document as deleted. */
  delete(call: DocumentCall & Named<Id>): Promise<void>;
}

interface Named<Id extends string> {
  readonly args: { readonly [name in Id]: string };
}

/** Returns the handlers of a noun stored as plain documents. A missing document is 404. */
export function documentHandlers<
  Id extends string,
  Body,
  Change extends object,
  Stored extends Body,
  Row,
>(
  { kind, id, documents, stored, row, check }: DocumentKind<Id, Body, Change, Stored, Row>,
): DocumentHandlers<Id, Body, Change, Row> {
  const existing = (document: Document<Stored> | undefined): Document<Stored> => {
    if (document === undefined) throw notFound(`The ${kind} does not exist`);
    return document;
  };
  return {
    async list(call) {
      const all = await documents(call.context.store).list(call.userid);
      return all.map((document) => row(document, call));
    },
    async create(call) {
      const given = await call.body();
      await check?.(given, call);
      return row(await documents(call.context.store).add(call.userid, stored(given)), call);
    },
    async get(call) {
      const document = await documents(call.context.store).find(call.userid, call.args[id]);
      return row(existing(document), call);
    },
    async update(call) {
      const change = await call.body();
      await check?.(change, call);
      const changed = await documents(call.context.store).change(
        call.userid,
        call.args[id],
        ({ body }) => stored({ ...body, ...withoutUndefined(change) }),
      );
      return row(existing(changed), call);
    },
    async delete(call) {
      existing(await documents(call.context.store).setDeleted(call.userid, call.args[id], true));
    },
  };
}

/** Removes undefined fields, which must not replace stored ones. */
function withoutUndefined<T extends object>(change: T): Partial<T> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<T>;
}
