import { z } from "zod";
import { readTime } from "../../schema/checks/timeForm.ts";
import { UUID } from "../../schema/checks/uuid.ts";

const uuid = z.string().regex(UUID, "is not a UUID").toLowerCase();

const time = z.string().transform((text, issues) => {
  try {
    return readTime(text);
  } catch (error) {
    issues.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
}).meta({ format: "date-time", description: "ISO 8601; without a zone it is UTC." });

/** A data type: a name, `<base_type>/<uuid>`, or `file:` and a path from the root. */
const dataType = z.string().min(1).max(5000)
  .refine(
    (type) => !type.startsWith("file:") || type.startsWith("file:/"),
    "must name a path that begins with a slash",
  )
  .transform((type) =>
    type.startsWith("file:") ? type : type.replace(/\/.*$/, (id) => id.toLowerCase())
  );

const FIELDS = {
  datashare_name: z.string().min(1),
  svc_user_name: z.string().nullable(),
  svc_data_types: z.array(dataType),
  share_all_data: z.boolean(),
  time_start: time.nullable(),
  time_end: time.nullable(),
  permissions: z.array(z.object({ allowed_svc_userid: uuid })),
  group_permissions: z.array(z.object({ allowed_group_id: uuid })),
};

const LATE = { path: ["time_end"], message: "time_end is before time_start" };

function isInOrder(share: { time_start: bigint | null; time_end: bigint | null }): boolean {
  return share.time_start === null || share.time_end === null ||
    share.time_start <= share.time_end;
}

const WHOLE = z.strictObject({
  ...FIELDS,
  svc_data_types: FIELDS.svc_data_types.default([]),
  share_all_data: FIELDS.share_all_data.default(false),
  time_start: FIELDS.time_start.default(null),
  time_end: FIELDS.time_end.default(null),
  permissions: FIELDS.permissions.default([]),
  group_permissions: FIELDS.group_permissions.default([]),
});

/** A share as it is kept, whose owner may have taken their name back. */
export const STORED_SHARE = WHOLE.refine(isInOrder, LATE);

/** What a share is written as: all but its name and its owner's may be left out. */
export const SHARE = WHOLE.extend({ svc_user_name: z.string() }).refine(isInOrder, LATE);

const cleared = <T>(empty: T) => (value: T | null): T => value ?? empty;
const text = z.string().refine((given) => dataType.safeParse(given).success, "is no data type");

/** Changes of a share, still in their form on the wire: what is null is cleared. */
export const SHARE_CHANGES = z.strictObject({
  datashare_name: FIELDS.datashare_name,
  svc_user_name: FIELDS.svc_user_name,
  svc_data_types: z.array(text).nullable().transform(cleared<string[]>([])),
  share_all_data: FIELDS.share_all_data.nullable().transform(cleared(false)),
  time_start: z.string().nullable(),
  time_end: z.string().nullable(),
  permissions: FIELDS.permissions.nullable()
    .transform(cleared<{ allowed_svc_userid: string }[]>([])),
  group_permissions: FIELDS.group_permissions.nullable()
    .transform(cleared<{ allowed_group_id: string }[]>([])),
}).partial();
