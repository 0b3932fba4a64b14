const SCHEDULE = {
  cron: "0 9 * * *",
  time_zone: "Europe/Berlin",
  paused: false,
  start_at: null,
  end_at: null,
};

const ANNOTATION = {
  annotation_type: "moment",
  name: "Coffee",
  description: "A cup of coffee.",
  tags: [],
};

const NEW_FILE = {
  name: "nights.csv",
  path: "/exports/",
  content_type: "text/csv",
  content_length: 1024,
};

const LEGACY_RECORD = {
  data: JSON.stringify({ start_time: "2026-03-01T08:00:00Z", value: 61 }),
  metadata: { data_type: "HeartRate" },
};

/** A body for each operation that takes one, as it stands in examples. */
export const EXAMPLE_BODIES: Readonly<Record<string, unknown>> = {
  "annotations.create": ANNOTATION,
  "annotations.update": { ...ANNOTATION, description: "A cup of coffee or tea." },
  "catalog.define": { name: "Coffee", description: "Cups of coffee." },
  "catalog.archive": { deprecated: true },
  "customInputs.create": { name: "Mood" },
  "customInputs.update": { name: "Mood at noon" },
  "customInputs.record": { start_time: "2026-03-01T08:00:00Z", value: 4 },
  "files.create": NEW_FILE,
  "files.identify": {
    source_data_types: [{ data_type: "HeartRate", state: "ACTIVE" }],
    source_id: "watch-1",
    source_name: "Watch",
  },
  "files.updateDataType": { state: "ACTIVE" },
  "fileUploads.create": NEW_FILE,
  "groups.create": { title: "Early birds" },
  "groups.update": { title: "Night owls" },
  "ingest.record": { start_time: "2026-03-01T08:00:00Z", value: 61 },
  "ingest.legacyRecord": LEGACY_RECORD,
  "ingest.legacyBatch": [LEGACY_RECORD],
  "reflections.create": { name: "How was the day?", schedule: SCHEDULE },
  "reflections.reschedule": {
    periods_of_day: {
      morning: "07:00:00",
      afternoon: "13:00:00",
      evening: "18:00:00",
      end_of_day: "22:00:00",
    },
  },
  "reflections.update": { name: "How was the week?" },
  "sessions.create": { session_name: "My script", state: "script" },
  "shares.create": {
    datashare_name: "For my sister",
    svc_user_name: "Kim",
    svc_data_types: ["HeartRate"],
  },
  "shares.update": { time_end: "2026-12-31T23:00:00Z" },
  "storage.change": {
    message: {
      data: "",
      messageId: "1",
      publishTime: "2026-03-01T08:00:00Z",
      attributes: {
        bucketId: "files",
        eventTime: "2026-03-01T08:00:00Z",
        eventType: "OBJECT_FINALIZE",
        notificationConfig: "all",
        objectGeneration: "1",
        objectId: "an/object",
        payloadFormat: "NONE",
      },
    },
  },
  "tags.create": { name: "holiday" },
  "user.grantService": { months: 1 },
  "user.setPreferences": { timezone: "Europe/Berlin" },
};
