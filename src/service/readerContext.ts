import type { RecordsQuery, StoredRecord } from "../store/records.ts";
import type { Context } from "./handler.ts";
import { grantsOf } from "./mayRead.ts";

/** A type that is shared as a whole: a calendar has no time. */
const TIMELESS = "calendars";

/**
 * What handlers share, as one user sees it: of other users' records they are given those alone that
 * lie as a whole in what is shared at this moment, whatever a handler asks for. A record that reaches
 * over the edge of a share's window is not among them; series and sleep are computed from it, and
 * show of it what lies inside.
 */
export function readerContext(context: Context, userid: string): Context {
  const { store } = context;
  return {
    ...context,
    store: {
      ...store,
      records: {
        pages: (query) =>
          query.userid === userid
            ? store.records.pages(query)
            : sharedPages(context, userid, query),
      },
    },
  };
}

async function* sharedPages(
  context: Context,
  userid: string,
  query: RecordsQuery,
): AsyncGenerator<readonly StoredRecord[], void, void> {
  const { dataType } = query;
  const grants = await grantsOf(context, userid, query.userid);
  const isShared = ({ start, end }: StoredRecord): boolean =>
    grants.covers(
      dataType,
      dataType === TIMELESS ? null : { start, end: end > start ? end : start + 1n },
    );
  for await (const page of context.store.records.pages(query)) yield page.filter(isShared);
}
