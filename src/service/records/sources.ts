import type { HandlersOf } from "../http/handler.ts";

export const sources: HandlersOf<"sources"> = {
  list: async ({ userid, context: { store, sourcePriority } }) => {
    const rank = ({ name, vendor_id }: { name: string | null; vendor_id: string }): number => {
      const at = sourcePriority.findIndex((source) => source === name || source === vendor_id);
      return at < 0 ? sourcePriority.length : at;
    };
    // The sort is stable: sources of equal rank stay in order of appearance.
    return (await store.sources.list(userid))
      .map((source) => ({ ...source, metadata: { ...source.metadata } }))
      .sort((a, b) => rank(a) - rank(b));
  },
};
