import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { api } from "../../../src/api/api.ts";
import { calendars } from "../../../src/api/calendars.ts";
import type { Endpoints } from "../../../src/api/fields/endpoint.ts";
import { files, fileUploads } from "../../../src/api/files.ts";
import { locations } from "../../../src/api/locations.ts";
import { fromWire, isFreeBody, type Names, toWire } from "../../../src/api/fields/names.ts";
import { shares } from "../../../src/api/shares.ts";
import { workouts } from "../../../src/api/workouts.ts";

const NAMES = { svc: "acme", mobile: "phone", map: "gps", health_sdk: "vitals" };
const out = toWire(NAMES), back = fromWire(NAMES);
/** Names that contain `map` in the sense of a table. */
const TABLES =
  /^(?:value|label|scale|calendar_events_data_track_filter|pinned_metrics_count|selected_metrics)_map/;

Deno.test("toWire() renames segments of a path, but not its parameters", () => {
  assertEquals(
    out.path("/data/v0/{svc_userid}/mobile_workouts"),
    "/data/v0/{svc_userid}/phone_workouts",
  );
  assertEquals(
    out.path("/data/v0/{svc_userid}/map_location_updates/bounds"),
    "/data/v0/{svc_userid}/gps_location_updates/bounds",
  );
  assertEquals(out.path("/data/v0/metrics_catalog"), "/data/v0/metrics_catalog");
});

Deno.test("toWire() renames parameters, fields and enumeration values", () => {
  assertEquals(out.name("svc_userid"), "acme_userid");
  assertEquals(out.name("allowed_svc_userid"), "allowed_acme_userid");
  assertEquals(out.name("svc_source"), "acme_source");
  assertEquals(out.queryValue("location_sources", "map_service"), "gps_service");
  assertEquals(out.queryValue("location_sources", "mobile"), "phone");
  assertEquals(out.queryValue("category", "health_sdk"), "vitals");
  assertEquals(out.queryValue("name", "mobile"), "mobile");
  assertEquals(out.queryValue("filter", "svc_source_id:svc_userid"), "acme_source_id:svc_userid");
  assertEquals(out.queryValue("filter", "svc_userid"), "svc_userid");
  assertEquals(out.queryValue("group", "svc_source_id"), "acme_source_id");
});

Deno.test("toWire() renames JSON at any depth, but no free values", () => {
  const free = { svc_userid: 1, deep: [{ svc_source: "mobile", location_source: "mobile" }] };
  const neutral = {
    svc_userid: "u",
    name: "svc_userid",
    permissions: [{ allowed_svc_userid: "svc_userid" }],
    svc_data_types: ["mobile", "map_service"],
    categories: ["health_sdk", "health"],
    location_source: "map_service",
    detail: [{ loc: ["query", "svc_userid", 1], msg: "svc_userid", type: "t" }],
    errors: [{ location: "query.svc_userid", message: "m", value: { svc_userid: 1 } }],
    location: "query.svc_userid",
    preferences: { selected_metrics_map: free, timezone: null },
    record_spec: { value_map: free, schema: free },
    metadata: free,
    extras: free,
    data: free,
  };
  assertEquals(out.json(neutral), {
    acme_userid: "u",
    name: "svc_userid",
    permissions: [{ allowed_acme_userid: "svc_userid" }],
    acme_data_types: ["mobile", "map_service"],
    categories: ["vitals", "health"],
    location_source: "gps_service",
    detail: [{ loc: ["query", "acme_userid", 1], msg: "svc_userid", type: "t" }],
    errors: [{ location: "query.acme_userid", message: "m", value: { svc_userid: 1 } }],
    location: "query.svc_userid",
    preferences: { selected_metrics_map: free, timezone: null },
    record_spec: { value_map: free, schema: free },
    metadata: free,
    extras: free,
    data: free,
  });
  assertEquals(back.json(out.json(neutral)), neutral);
});

Deno.test("toWire() keeps dates unchanged and makes hostile keys harmless", () => {
  const date = new Date(0), when = Temporal.Instant.from("2024-01-01T00:00Z");
  const renamed = out.json({ svc_source: date, start_time: when }) as Record<string, unknown>;
  assertStrictEquals(renamed["acme_source"], date);
  assertStrictEquals(renamed["start_time"], when);
  const hostile = out.json(JSON.parse('{"__proto__": {"svc_userid": 1}}'));
  assertEquals(JSON.stringify(hostile), '{"__proto__":{"acme_userid":1}}');
  assertEquals(Object.getPrototypeOf(hostile), Object.prototype);
});

Deno.test("toWire() without other words returns the same values", () => {
  const value = { svc_userid: 1 };
  for (const names of [{}, { svc: "svc" }, { map: undefined }]) {
    assertEquals(toWire(names).same, true);
    assertStrictEquals(toWire(names).json(value), value);
  }
  assertEquals(out.same, false);
});

Deno.test("toWire() rejects unknown and malformed words", () => {
  assertThrows(() => toWire({ mobil: "phone" } as Names), TypeError, 'unknown word "mobil"');
  for (const svc of ["", "Acme", "a b", "a__b", "_a", "a_", "a/b", "1a", "é", null]) {
    assertThrows(() => toWire({ svc } as Names), TypeError, "Cannot use names: svc is");
  }
});

Deno.test("toWire() rejects words that would merge two names", () => {
  const colliding: Names[] = [
    { mobile: "map" },
    { svc: "calendar" },
    { svc: "source" },
    { svc: "location" },
    { health_sdk: "health" },
    { mobile: "map_service" },
  ];
  for (const names of colliding) {
    assertThrows(() => toWire(names), RangeError, "would both be");
    assertThrows(() => fromWire(names), RangeError, "would both be");
  }
  const swapped = { mobile: "map", map: "mobile" };
  assertEquals(toWire(swapped).name("map_location_updates"), "mobile_location_updates");
  assertEquals(fromWire(swapped).name("mobile_location_updates"), "map_location_updates");
});

Deno.test("toWire() knows every name in the tables that contains a word to rename", () => {
  const nouns: Endpoints[] = [
    ...Object.values<Endpoints>(api),
    calendars,
    files,
    fileUploads,
    locations,
    shares,
    workouts,
  ];
  const carries = (name: string): boolean =>
    !TABLES.test(name) && /(?:^|_)(?:svc|mobile|map|health_sdk)(?:_|$)/.test(name);
  let count = 0;
  const check = (name: string, renamed: string): void => {
    if (carries(name)) count++;
    assertEquals(renamed !== name, carries(name), name);
  };
  for (const { route, query = {}, returns } of nouns.flatMap((noun) => Object.values(noun))) {
    for (const segment of route.split(" ")[1]!.split("/")) {
      if (!segment.startsWith("{")) check(segment, out.path(segment));
    }
    for (const [name, field] of Object.entries(query)) {
      check(name, out.name(name));
      for (const value of field.oneOf ?? []) check(value, out.queryValue(name, value));
    }
    const columns = "columns" in returns ? returns.columns : {};
    for (const name of Object.keys(columns)) check(name, out.name(name));
  }
  assert(count > 10);
});

Deno.test("isFreeBody() finds records of user-defined types and their schemas", () => {
  const id = "Event/0b0e5b7c-1c43-4a31-a1c4-3d0f1c2b3a4d";
  assertEquals(isFreeBody("/ingest/v1/record/{data_type}", id), true);
  assertEquals(isFreeBody("/data/v1/catalog/{data_type}/{api_version}/schema", id), true);
  assertEquals(isFreeBody("/data/v1/catalog/{data_type}/{api_version}", id), false);
  assertEquals(isFreeBody("/ingest/v1/record/{data_type}", "HeartRate"), false);
  assertEquals(isFreeBody("/user/v1alpha1/schema/annotation", undefined), false);
});

Deno.test("toWire() renames the operator in the source id of an annotation, and in no other text", () => {
  const id = "com.svc.annotation.0190a0a0-1234-7abc-8def-0123456789ab";
  const neutral = { source_id: id, sources: ["com.svc.phone", id], svc_source_id: id, note: id };
  const there = id.replace("svc", "acme");
  assertEquals(out.json(neutral), {
    source_id: there,
    sources: ["com.svc.phone", there],
    acme_source_id: there,
    note: id,
  });
  assertEquals(back.json(out.json(neutral)), neutral);
  assertEquals(out.queryValue("filter", `source_id:${id}`), `source_id:${there}`);
  assertEquals(out.queryValue("filter", `note:${id}`), `note:${id}`);
  assertEquals(back.queryValue("filter", `source_id:${there}`), `source_id:${id}`);
});
