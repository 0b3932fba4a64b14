import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Reflections: questions at regular times. The service checks and stores the schedule; nothing runs. */
export const reflections = {
  /** Lists reflections. */
  list: {
    route: "GET /user/v1alpha1/reflection",
    summary: "Lists reflections.",
    returns: jsonList("Reflection"),
    split: "never",
  },
  /** Creates a reflection. */
  create: {
    route: "POST /user/v1alpha1/reflection",
    summary: "Creates a reflection.",
    body: json("ReflectionBody"),
    returns: json("Reflection"),
    split: "never",
  },
  /** Moves all reflections to other times of day or another time zone. */
  reschedule: {
    route: "POST /user/v1alpha1/reflection/reschedule",
    summary: "Moves all reflections to other times of day or another time zone.",
    body: json("Reschedule"),
    returns: jsonList("Reflection"),
    split: "never",
  },
  /** Reads a reflection. */
  get: {
    route: "GET /user/v1alpha1/reflection/{reflection_id}",
    summary: "Reads a reflection.",
    returns: json("Reflection"),
    split: "never",
  },
  /** Changes the given fields of a reflection. */
  update: {
    route: "PUT /user/v1alpha1/reflection/{reflection_id}",
    summary: "Changes the given fields of a reflection.",
    body: json("ReflectionChange"),
    returns: json("Reflection"),
    split: "never",
  },
  /** Deletes a reflection. */
  delete: {
    route: "DELETE /user/v1alpha1/reflection/{reflection_id}",
    summary: "Deletes a reflection.",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;
