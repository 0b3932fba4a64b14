import { type Endpoints, oldJson } from "./fields/endpoint.ts";

/** When a reflection is due. */
export interface Schedule {
  /** A cron expression. */
  cron: string;
  /** The IANA zone that it is read in. */
  time_zone: string;
  /** Whether it rests. */
  paused: boolean;
  /** From when on; null for no start. */
  start_at: string | null;
  /** Until when; null for no end. */
  end_at: string | null;
}

/** What a reflection is written as (interface 2.16). */
export interface ReflectionBody {
  /** Its name. */
  name: string;
  /** When it is due. */
  schedule: Schedule;
  /** What it is about. */
  description?: string;
  /** The template that it was made from. */
  parent_template_id?: string | null;
  /** Annotations that it asks for, at most 50. */
  annotations?: string[] | null;
  /** Data types that it asks for. */
  data_types?: { name: string; resource_id?: string | null }[] | null;
}

/** A reflection as it is kept. */
export interface StoredReflection extends Required<Omit<ReflectionBody, "parent_template_id">> {
  /** The template that it was made from. */
  parent_template_id: string | null;
}

/** A stored reflection (interface 2.16). */
export interface Reflection extends StoredReflection {
  /** Identifier. */
  id: string;
  /** Whose it is. */
  svc_userid: string;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** When it was deleted. */
  deleted_at: string | null;
  /** When it is due next; null while it rests, and where it never will be. */
  next_at: string | null;
}

/** Times of day at which its parts begin, as HH:MM:SS. */
export interface PeriodsOfDay {
  /** Begin of the afternoon. */
  afternoon: string;
  /** End of the day. */
  end_of_day: string;
  /** Begin of the evening. */
  evening: string;
  /** Begin of the morning. */
  morning: string;
}

/** Reflections: questions asked at regular times. The schedule is kept and checked; nothing runs. */
export const reflections = {
  list: {
    route: "GET /user/v1alpha1/reflection",
    summary: "Lists reflections.",
    returns: oldJson<Reflection[]>(),
    split: "never",
  },
  create: {
    route: "POST /user/v1alpha1/reflection",
    summary: "Makes a reflection.",
    body: oldJson<ReflectionBody>(),
    returns: oldJson<Reflection>(),
    split: "never",
  },
  reschedule: {
    route: "POST /user/v1alpha1/reflection/reschedule",
    summary: "Moves all reflections to other times of day or another zone.",
    body: oldJson<{ periods_of_day?: PeriodsOfDay; time_zone?: string }>(),
    returns: oldJson<Reflection[]>(),
    split: "never",
  },
  get: {
    route: "GET /user/v1alpha1/reflection/{reflection_id}",
    summary: "Reads a reflection.",
    returns: oldJson<Reflection>(),
    split: "never",
  },
  update: {
    route: "PUT /user/v1alpha1/reflection/{reflection_id}",
    summary: "Changes the fields of a reflection that are given.",
    body: oldJson<Partial<ReflectionBody>>(),
    returns: oldJson<Reflection>(),
    split: "never",
  },
  delete: {
    route: "DELETE /user/v1alpha1/reflection/{reflection_id}",
    summary: "Deletes a reflection.",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;
