import type { HandlersOf } from "../http/handler.ts";

/** Lists where data comes from. */
export const sources: HandlersOf<"sources"> = {
  list: async ({ userid, context: { store, sourcePriority } }) => {
    const rank = ({ name, vendor_id }: { name: string | null; vendor_id: string }): number => {
      const at = sourcePriority.findIndex((source) => source === name || source === vendor_id);
      return at < 0 ? sourcePriority.length : at;
    };
    // A stable sort: those that rank alike stay in the order in which they came.
    return (await store.sources.list(userid))
      .map((source) => ({ ...source, metadata: { ...source.metadata } }))
      .sort((a, b) => rank(a) - rank(b));
  },
};
