import { microsOf } from "../../store/sqlite/clock.ts";
import type { StoredRecord } from "../../store/records.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import { findType, unknownType } from "../types/dataTypes.ts";
import { entryFields, entryRow } from "../types/entryTypes.ts";
import type { HandlersOf } from "../http/handler.ts";
import { ownerOf } from "../sharing/mayRead.ts";
import { invalid } from "../http/problem.ts";
import { recordQuery } from "./recordQuery.ts";
import { csvColumns } from "./recordRow.ts";
import { recordShape } from "./recordShape.ts";
import { csvTable, jsonLines, mapPages, onePage, type Pages } from "../http/textBody.ts";

export const records: HandlersOf<"records"> = {
  query: async (call) => {
    const { args, context } = call;
    const { store } = context;
    const { dataType, range, at = microsOf(store.clock) } = recordQuery(args.q);
    const isInYears = at >= MIN_MICROS && at < MAX_MICROS;
    if (!isInYears) throw invalid(["query", "q"], "The instant is outside the years 1 to 9999");
    const interval = { start: at - (range ?? 0n), end: at };
    const owner = await ownerOf(call, dataType, range === undefined ? null : interval);
    const type = await findType(context, owner, dataType, { deleted: true });
    if (type === undefined || type.body === null) {
      throw unknownType(dataType, type, "stores no records");
    }
    const { withDefined, unit, own, rowOf: plainRow } = await recordShape(context, owner, type);
    let pages: Pages<StoredRecord>;
    if (range === undefined) {
      const record = await store.recordEdges.latest({
        userid: owner,
        dataType,
        withDefined,
        to: at,
      });
      pages = onePage(record === undefined ? [] : [record]);
    } else {
      pages = store.records.pages({ userid: owner, dataType, withDefined, interval });
    }
    const rowOf: (record: StoredRecord) => object = entryRow(dataType) ?? ((record) => {
      const row = plainRow(record);
      return { ...row, start_time: row.recorded_at }; // v1 records have a start, even instants
    });
    if (args.format === "json") {
      return jsonLines(mapPages(pages, (record) => JSON.stringify(rowOf(record))));
    }
    const columns = entryFields(dataType) ?? csvColumns(unit, own);
    return csvTable(columns, mapPages(pages, (record): object => rowOf(record)));
  },
};
