import type { Endpoint } from "../../api/fields/endpoint.ts";
import type { Document, Documents } from "../../store/documents.ts";
import type { Store } from "../../store/openStore.ts";
import type { Call } from "../http/handler.ts";
import { notFound } from "../http/problem.ts";

/** The part of a call that every operation on a document needs. */
type DocumentCall = Pick<Call<Endpoint>, "userid" | "request" | "context">;

/** A noun that is a plain document: written as a whole, found by its id, marked where it is deleted. */
export interface DocumentKind<Id extends string, Body, Change, Stored, Row> {
  /** What it is called in messages. */
  readonly kind: string;
  /** The parameter that names one. */
  readonly id: Id;
  /** Where it is kept. */
  readonly documents: (store: Store) => Documents<Stored>;
  /** What is kept of a body; also of what was kept, with the fields of a change in place of its own. */
  readonly stored: (body: Body) => Stored;
  /** It as it is answered. */
  readonly row: (document: Document<Stored>, call: DocumentCall) => Row;
  /** Checks what is written beyond its schema. @default nothing */
  readonly check?: (given: Body | Change, call: DocumentCall) => Promise<void>;
}

/** The operations on such documents. */
export interface DocumentHandlers<Id extends string, Body, Change, Row> {
  /** All of a user's, deleted ones too. */
  list(call: DocumentCall): Promise<Row[]>;
  /** Keeps a new one. */
  create(call: DocumentCall & { readonly body: () => Promise<Body> }): Promise<Row>;
  /** One. */
  get(call: DocumentCall & Named<Id>): Promise<Row>;
  /** Changes the fields that are given. */
  update(call: DocumentCall & Named<Id> & { readonly body: () => Promise<Change> }): Promise<Row>;
  /** Marks one as deleted. */
  delete(call: DocumentCall & Named<Id>): Promise<void>;
}

interface Named<Id extends string> {
  readonly args: { readonly [name in Id]: string };
}

/** Handlers for a noun that is a plain document; what there is none of is 404. */
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
    if (document === undefined) throw notFound(`There is no such ${kind}`);
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

/** The fields that are given: one that is absent stays as it was. */
function withoutUndefined<T extends object>(change: T): Partial<T> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<T>;
}
