import { z } from "zod";
import type { Annotation } from "../../api/annotations.ts";
import type { CustomInput } from "../../api/customInputs.ts";
import type { Group, Participant } from "../../api/groups.ts";
import type { IngestResult } from "../../api/ingest.ts";
import type { Reflection } from "../../api/reflections.ts";
import type { Session } from "../../api/sessions.ts";
import type { Dataset, Share, ShareRead } from "../../api/shares.ts";
import type { Preferences, ServiceStatus, Totals, UserInfo } from "../../api/user.ts";
import { ANNOTATION_VARIANTS } from "../types/annotationSchemas.ts";
import { count, id, moment } from "./answerParts.ts";
import { PREFERENCES as PREFERENCES_BODY } from "../user/userSchemas.ts";

const text = z.string().nullable();
const texts = z.array(z.string()).nullable();

/** A stored annotation (interface 2.10). */
export const ANNOTATION = z.union(
  ANNOTATION_VARIANTS.map((variant) =>
    variant.extend({
      id,
      svc_userid: id,
      created_at: moment,
      updated_at: moment,
      deleted_at: moment.nullable(),
      svc_source_id: z.string(),
    })
  ),
) as unknown as z.ZodType<Annotation>;

/** A user's preferences (interface 2.13). */
export const PREFERENCES = PREFERENCES_BODY as unknown as z.ZodType<Preferences>;

/** Who pays for what (interface 2.13). */
export const SERVICE_STATUS: z.ZodType<ServiceStatus> = z.object({
  is_active: z.boolean(),
  active_until: moment,
  grace_period_ends: moment,
  manage_url: text,
  service_type: z.enum([
    "subscribed_app_store",
    "subscribed_card_processor",
    "free_service",
    "staff",
    "none",
  ]),
});

/** The authenticated user (interface 2.13). */
export const USER_INFO: z.ZodType<UserInfo> = z.object({
  created: moment,
  userid: id,
  status: z.string(),
  tier: z.string(),
  preferences: PREFERENCES,
  service_status: SERVICE_STATUS,
  chat_token: text.exactOptional(),
});

/** How much data a user has (interface 2.16). */
export const TOTALS: z.ZodType<Totals> = z.object({
  averages: z.object({
    records_per_hour: count,
    records_per_day: count,
    records_per_week: count,
    records_per_month: count,
  }),
  total_days: count,
  total_devices: count,
  total_records: count,
  total_sources: count,
});

/** That somebody has read another's data. */
export const SHARE_READ: z.ZodType<ShareRead> = z.object({
  svc_userid: id,
  operation: z.string(),
  data_type: z.string().nullable(),
  count,
  first_at: moment,
  last_at: moment,
});

/** A named token (interface 2.16). */
export const SESSION: z.ZodType<Session> = z.object({
  id,
  svc_userid: id,
  name: z.string(),
  created_at: moment,
  deleted_at: moment.nullable(),
  policy_id: text.exactOptional(),
});

const stored = { id, svc_userid: id, created_at: moment };

/** A reflection (interface 2.16). */
export const REFLECTION: z.ZodType<Reflection> = z.object({
  ...stored,
  name: z.string(),
  schedule: z.object({
    cron: z.string(),
    time_zone: z.string(),
    paused: z.boolean(),
    start_at: text,
    end_at: text,
  }),
  description: z.string(),
  parent_template_id: text,
  annotations: texts,
  data_types: z.array(z.object({ name: z.string(), resource_id: text })).nullable(),
  updated_at: moment,
  deleted_at: moment.nullable(),
  next_at: moment.nullable().meta({ description: "When it is due next." }),
});

/** A custom input (interface 2.16). */
export const CUSTOM_INPUT: z.ZodType<CustomInput> = z.object({
  ...stored,
  name: z.string(),
  url: z.string().meta({ format: "uri" }),
  deleted: z.boolean(),
  description: z.string(),
  svc_data_type: z.string(),
  svc_source: texts,
  default_event_tags: texts,
});

/** A share. */
export const SHARE: z.ZodType<Share> = z.object({
  ...stored,
  datashare_id: id,
  datashare_name: z.string(),
  svc_user_name: text,
  svc_data_types: z.array(z.string()),
  share_all_data: z.boolean(),
  time_start: moment.nullable(),
  time_end: moment.nullable(),
  permissions: z.array(z.object({ allowed_svc_userid: id })),
  group_permissions: z.array(z.object({ allowed_group_id: id })),
  updated_at: moment,
});

/** What another user shares. */
export const DATASET: z.ZodType<Dataset> = z.object({
  permission_id: id,
  created_at: moment,
  time_start: moment.nullable(),
  time_end: moment.nullable(),
  svc_userid: id,
  svc_user_name: text,
  svc_user_picture: text,
  datashare_name: z.string(),
});

/** A group. */
export const GROUP: z.ZodType<Group> = z.object({
  ...stored,
  title: z.string(),
  description: text,
  is_public: z.boolean(),
  invited: z.array(z.string()),
  updated_at: moment,
});

/** Somebody who is in a group. */
export const PARTICIPANT: z.ZodType<Participant> = z.object({
  participant_id: id,
  joined_at: moment,
});

/** What an ingest answers. */
export const INGESTED: z.ZodType<IngestResult> = z.object({ upload_id: id });
