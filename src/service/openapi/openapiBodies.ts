import { z } from "zod";
import { ANNOTATION } from "../types/annotationSchemas.ts";
import { BODY as CUSTOM_INPUT, CHANGE as CUSTOM_INPUT_CHANGE } from "../user/customInputs.ts";
import { ARCHIVED, DATA_TYPE } from "../types/dataTypeSchemas.ts";
import { DATA_TYPE_STATE, IDENTITY, NEW_FILE } from "../files/fileSchemas.ts";
import { BODY as GROUP, CHANGES as GROUP_CHANGES } from "../sharing/groups.ts";
import { BATCH } from "../records/ingest.ts";
import { LEGACY_RECORD } from "../records/legacyRecords.ts";
import { NEW_REFLECTION, REFLECTION_CHANGE, RESCHEDULE } from "../user/reflectionSchemas.ts";
import { BODY as SESSION } from "../auth/sessions.ts";
import { SHARE, SHARE_CHANGES } from "../sharing/shareSchemas.ts";
import { MESSAGE } from "../files/storage.ts";
import { GRANT, PREFERENCES } from "../user/userSchemas.ts";

/** The schema that the JSON body of each operation is checked with. */
export const BODIES: { readonly [operation: string]: z.ZodType } = {
  "annotations.create": ANNOTATION,
  "annotations.update": ANNOTATION,
  "catalog.define": z.union([DATA_TYPE.Event, DATA_TYPE.Metric]),
  "catalog.archive": ARCHIVED,
  "customInputs.create": CUSTOM_INPUT,
  "customInputs.update": CUSTOM_INPUT_CHANGE,
  "files.create": NEW_FILE,
  "files.identify": IDENTITY,
  "files.updateDataType": DATA_TYPE_STATE,
  "fileUploads.create": NEW_FILE,
  "groups.create": GROUP,
  "groups.update": GROUP_CHANGES,
  "ingest.legacyBatch": BATCH,
  "ingest.legacyRecord": LEGACY_RECORD,
  "reflections.create": NEW_REFLECTION,
  "reflections.reschedule": RESCHEDULE,
  "reflections.update": REFLECTION_CHANGE,
  "sessions.create": SESSION,
  "shares.create": SHARE,
  "shares.update": SHARE_CHANGES,
  "storage.change": MESSAGE,
  "user.grantService": GRANT,
  "user.setPreferences": PREFERENCES,
};
