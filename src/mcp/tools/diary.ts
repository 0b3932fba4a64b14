import { z } from "zod";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import { isoMicros } from "../../time/iso.ts";
import { FreeText, unitText, untrusted, untrustedOrNull } from "../parts/answer.ts";
import { tool, ZONE } from "../parts/tool.ts";

const ACTION = "write a note";

const note = tool({
  name: "note",
  title: "Note",
  description:
    "Writes an entry into the owner's diary, such as coffee at 14:30 or a mood of 7. Only do this if the owner asks for it.",
  writes: true,
  input: {
    name: z.string().min(1).max(60).describe("Name of the entry, such as coffee."),
    at: z.string().max(40).optional()
      .describe("Time of day such as 14:30, or 2025-03-20T14:30; by default now."),
    value: z.number().optional().describe("Count, amount or step of a scale; by default 1."),
    scale: z.strictObject({ least: z.number().int(), greatest: z.number().int() }).optional()
      .describe("Scale of the values, for the first entry with this name."),
    unit: z.string().min(1).max(20).optional()
      .describe("Unit of the values, for the first entry with this name."),
    text: z.string().max(2_000).optional().describe("Text of the entry."),
    tags: z.array(z.string().min(1).max(30)).max(10).optional().describe("Names of tags."),
    ...ZONE,
  },
  n: "Number of written entries.",
  output: {
    name: FreeText.describe("Name of the entry."),
    at: z.string().describe("Time of the entry, in the zone."),
    value: z.number().nullable().describe("Value; null for a moment."),
    text: FreeText.nullable().describe("Text of the entry."),
    tags: z.array(FreeText),
  },
  ask: async (me, { zone, scale, ...options }) => {
    const tz = zoneOf(me, zone, ACTION), { name, ...rest } = options;
    const written = await me.note(name, {
      ...rest,
      tz,
      ...scale === undefined ? {} : { scale: [scale.least, scale.greatest] },
    });
    const at = isoMicros(written.at.epochNanoseconds / 1000n);
    return {
      zone: tz,
      interval: { start_time: at, end_time: at },
      unit: written.unit === null ? {} : { value: unitText(written.unit) },
      n: 1,
      caveats: [],
      name: untrusted(written.name),
      at: written.at.toString({ timeZoneName: "never" }),
      value: written.value,
      text: untrustedOrNull(written.text),
      tags: written.tags.map((tag) => untrusted(tag)),
    };
  },
});

/** The diary. */
export const DIARY_TOOLS = [note];
