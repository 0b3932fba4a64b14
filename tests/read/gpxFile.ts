/** A ride as a watch writes it: two segments, a point without a time, a waypoint and a route. */
export const RIDE = `<?xml version="1.0" encoding="UTF-8"?>
<gpx creator="Watch 7" version="1.1" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
  <metadata><time>2024-03-31T00:50:00Z</time></metadata>
  <wpt lat="52.5" lon="13.4"><name>Home</name></wpt>
  <trk><name>Sunday &amp; rain</name><type>cycling</type>
    <trkseg>
      <trkpt lat="52.5200" lon="13.4000"><ele>34.2</ele><time>2024-03-31T00:59:00Z</time>
        <extensions><gpxtpx:TrackPointExtension><gpxtpx:atemp>7.0</gpxtpx:atemp>
          <gpxtpx:hr>118</gpxtpx:hr><gpxtpx:cad>81</gpxtpx:cad></gpxtpx:TrackPointExtension></extensions>
      </trkpt>
      <trkpt lat="52.5210" lon="13.4000"><time>2024-03-31T01:00:00.500Z</time></trkpt>
    </trkseg>
    <trkseg>
      <trkpt lat="52.5220" lon="13.4000"><ele>35</ele></trkpt>
      <trkpt lat="52.5230" lon="13.4000"><time>2024-03-31T03:10:00+02:00</time></trkpt>
    </trkseg>
  </trk>
  <rte><rtept lat="52.6" lon="13.5"><time>2024-03-31T09:00:00Z</time></rtept></rte>
</gpx>`;
