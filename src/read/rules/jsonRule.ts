import { type ExportFile, headText } from "../export/exportFile.ts";
import { readExportJson } from "../export/exportJson.ts";
import { eachInTurns } from "../export/pause.ts";
import { type JsonRecord, jsonRecord } from "./jsonRecord.ts";
import type { FileRule, RuleContext } from "../export/readExport.ts";

export interface JsonRuleOptions extends Pick<FileRule, "name" | "gives"> {
  /** Pattern that the first bytes of the file contain. @default the name decides */
  readonly head?: RegExp;
}

/**
 * Returns a rule for JSON files. A file that is a list is passed entry by entry, any other file as
 * one record. If a file is damaged, the intact entries of its lists are read.
 */
export function jsonRule(
  { head, ...rule }: JsonRuleOptions,
  read: (record: JsonRecord, context: RuleContext, file: ExportFile) => void | Promise<void>,
): FileRule {
  return {
    ...rule,
    ...head && {
      isOurs: async (file: ExportFile) => head.test(await headText(file)),
    },
    read: async (file, context) => {
      const content = await readExportJson(file, context);
      if (typeof content !== "object" || content === null) {
        throw new TypeError("it is neither an object nor a list");
      }
      if (!Array.isArray(content)) return read(jsonRecord(content, "the file"), context, file);
      await eachInTurns(
        content,
        context.pause,
        (value, at) => read(jsonRecord(value, `entry ${at + 1}`), context, file),
      );
    },
  };
}
