import type { Import } from "../../schema/imports.ts";
import type { StoredImport } from "../../store/imports.ts";
import { isoStamp } from "../../time/iso.ts";
import type { HandlersOf } from "../http/handler.ts";
import { notFound, type Problem } from "../http/problem.ts";

/** Stores imports. */
export const imports: HandlersOf<"imports"> = {
  list: async ({ userid, context: { store } }) => (await store.imports.list(userid)).map(importOf),

  begin: async ({ userid, body, context: { store } }) => {
    const { name, reader = null } = await body();
    return importOf(await store.imports.begin(userid, name, reader));
  },

  finish: async ({ args: { import_id }, userid, body, context: { store } }) => {
    const { reader = null, report = null } = await body();
    const text = report === null ? null : JSON.stringify(report);
    const found = await store.imports.finish(userid, import_id, { reader, report: text });
    if (found === undefined) throw noImport(import_id);
    return importOf(found);
  },

  undo: async ({ args: { import_id }, userid, context: { store } }) => {
    const undone = await store.imports.undo(userid, import_id);
    if (undone === undefined) throw noImport(import_id);
    return undone;
  },
};

/** Returns a 404 for an unknown import. */
export function noImport(id: string): Problem {
  return notFound(`Unknown import ${id}`);
}

function importOf({ started, finished, known, report, ...rest }: StoredImport): Import {
  return {
    ...rest,
    started_at: isoStamp(started),
    finished_at: finished === null ? null : isoStamp(finished),
    already_there: known,
    report: report === null ? null : JSON.parse(report),
  };
}
