import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { TIMELINE } from "./exampleTexts.ts";

Deno.test("a phone's Timeline gives positions as locations, and visits and journeys as events", async () => {
  const { locations, events, report } = await any(new File([TIMELINE], "Timeline.json"));
  assertEquals(
    locations.toRecords().map((row) => [row["latitude_degrees"], row["longitude_degrees"]]),
    [
      [52.5200000, 13.4],
      [-33.86, 151.2],
    ],
  );
  assertEquals(Number(locations.toRecords()[0]!["time"]), Date.UTC(2024, 2, 31, 8, 15));
  assertEquals(
    events.toRecords().map(({ title, location, calendar }) => [title, location, calendar]),
    [
      ["inferred home", "52.5, 13.3", "visits"],
      ["in subway", "52.6, 13.3", "journeys"],
    ],
  );
  assertEquals(report.skipped, { "a signal without a position, such as a Wi-Fi scan": 1 });
});

Deno.test("an iPhone's location history and the files of Takeout give the same places", async () => {
  const ios = JSON.stringify([{
    startTime: "2024-03-31T10:00:00.000+02:00",
    endTime: "2024-03-31T12:00:00.000+02:00",
    timelinePath: [{ point: "geo:52.52,13.4", durationMinutesOffsetFromStartTime: "15" }],
  }]);
  const records = JSON.stringify({
    locations: [
      {
        latitudeE7: 525200000,
        longitudeE7: 134000000,
        accuracy: 20,
        timestamp: "2024-03-31T08:15:00Z",
      },
      { timestamp: "2024-03-31T08:16:00Z", activity: [] },
    ],
  });
  const older = records.replace(
    '"timestamp":"2024-03-31T08:15:00Z"',
    '"timestampMs":"1711872900000"',
  );
  const semantic = JSON.stringify({
    timelineObjects: [{
      placeVisit: {
        location: {
          name: "Cafe",
          address: "Street 1",
          latitudeE7: 525000000,
          longitudeE7: 134000000,
        },
        duration: { startTimestamp: "2024-03-31T08:00:00Z", endTimestamp: "2024-03-31T09:00:00Z" },
        simplifiedRawPath: {
          points: [{ latE7: 525200000, lngE7: 134000000, timestamp: "2024-03-31T08:15:00Z" }],
        },
      },
    }],
  });
  for (
    const [name, text] of Object.entries({
      "location-history.json": ios,
      "Records.json": records,
      "older/Records.json": older,
      "2024_MARCH.json": semantic,
    })
  ) {
    const { locations } = await any(new File([text], name));
    const [{ time, latitude_degrees, longitude_degrees } = {}] = locations.toRecords();
    assertEquals(
      [Number(time), latitude_degrees, longitude_degrees],
      [Date.UTC(2024, 2, 31, 8, 15), 52.52, 13.4],
      name,
    );
  }
});

Deno.test("entries of a timeline that are not read are counted in the report", async () => {
  const span = {
    startTime: "2022-10-25T08:09:43.000+09:00",
    endTime: "2022-10-28T21:05:13.000+09:00",
  };
  const visit = { topCandidate: { semanticType: "HOME", placeLocation: "geo:52.5,13.4" } };
  const segments = [{ ...span, visit }, { ...span, timelineMemory: { trip: {} } }];
  const phone = new File([JSON.stringify({ semanticSegments: segments })], "Timeline.json");
  const { events, report } = await any(phone);
  assertEquals([events.height, Object.values(report.skipped)], [1, [1]]);
  const objects = {
    timelineObjects: [
      { other: {} },
      {
        activitySegment: {
          duration: {
            startTimestamp: "2022-10-25T08:00:00Z",
            endTimestamp: "2022-10-25T09:00:00Z",
          },
          activityType: "WALKING",
          simplifiedRawPath: { points: [{ timestamp: "2022-10-25T08:10:00Z" }] },
        },
      },
    ],
  };
  const old = await any(new File([JSON.stringify(objects)], "2022_OCTOBER.json"));
  assertEquals(old.report.skipped, {
    "an entry that is neither a visit nor a journey": 1,
    "a point of a path without a position": 1,
  });
});
