import { headText } from "../export/exportFile.ts";
import { openColumns } from "../../frame/open.ts";
import type { PartsReader } from "../export/readExport.ts";
import { healthAsExport, type HealthCounts } from "./healthAsExport.ts";
import { checkUnpacked, healthParts } from "./readHealth.ts";

/** Apple Health's export. Its file has a localized name, so its first lines decide. */
export const APPLE_HEALTH: PartsReader = {
  name: "appleHealth",
  title: "Apple Health",
  rules: [{
    name: /^(?!.*_cda\.xml$).*\.xml$|^the file$/i,
    isOurs: async (file) => /<(?:!DOCTYPE )?HealthData[\s>[]/.test(await headText(file)),
  }],
  parts: async function* ([file], { signal, ...range }, rows) {
    const counts: HealthCounts = { read: {}, left: {} };
    if (file.path === undefined) checkUnpacked(file);
    const content = { pieces: file.pieces(), total: file.size };
    const options = {
      ...range.tz !== undefined && { tz: range.tz },
      ...signal && { signal },
      ...range.strict !== undefined && { strict: range.strict },
    };
    for await (const part of healthParts(content, options, { rows, make: openColumns })) {
      const [problem] = range.strict ? part.report.problems : [];
      if (problem !== undefined) {
        const { line, reason } = problem;
        throw new TypeError(`Cannot read the health export: line ${line}: ${reason}`);
      }
      yield healthAsExport(part, range, counts, file.name);
    }
  },
};
