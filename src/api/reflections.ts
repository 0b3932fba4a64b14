import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Reflections: questions asked at regular times. The schedule is kept and checked; nothing runs. */
export const reflections = {
  /** Lists reflections. */
  list: {
    route: "GET /user/v1alpha1/reflection",
    summary: "Lists reflections.",
    returns: jsonList("Reflection"),
    split: "never",
  },
  /** Makes a reflection. */
  create: {
    route: "POST /user/v1alpha1/reflection",
    summary: "Makes a reflection.",
    body: json("ReflectionBody"),
    returns: json("Reflection"),
    split: "never",
  },
  /** Moves all reflections to other times of day or another zone. */
  reschedule: {
    route: "POST /user/v1alpha1/reflection/reschedule",
    summary: "Moves all reflections to other times of day or another zone.",
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
  /** Changes the fields of a reflection that are given. */
  update: {
    route: "PUT /user/v1alpha1/reflection/{reflection_id}",
    summary: "Changes the fields of a reflection that are given.",
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
