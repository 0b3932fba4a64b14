import { DatabaseSync } from "node:sqlite";

const START = Date.UTC(2024, 2, 30, 22);

/** Returns a made-up database of Health Connect, with the columns of its export. */
export function healthConnectFile(): Uint8Array<ArrayBuffer> {
  const path = Deno.makeTempFileSync({ suffix: ".db" });
  const database = new DatabaseSync(path);
  const minutes = (count: number): number => START + count * 60_000;
  database.exec(`
    CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
    INSERT INTO application_info_table VALUES (1, 'com.watch', 'Watch App');
    CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER, start_time INTEGER,
      end_time INTEGER, count INTEGER);
    INSERT INTO steps_record_table VALUES (1, 1, ${minutes(-60)}, ${minutes(-50)}, 640);
    CREATE TABLE heart_rate_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER,
      start_time INTEGER, end_time INTEGER);
    INSERT INTO heart_rate_record_table VALUES (7, 1, ${minutes(0)}, ${minutes(2)});
    CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER,
      epoch_millis INTEGER);
    INSERT INTO heart_rate_record_series_table VALUES (7, 55, ${minutes(0)}), (7, 57, ${
    minutes(1)
  });
    CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER, time INTEGER,
      weight REAL);
    INSERT INTO weight_record_table VALUES (1, 1, ${minutes(-600)}, 71500.0);
    CREATE TABLE sleep_session_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER,
      start_time INTEGER, end_time INTEGER);
    INSERT INTO sleep_session_record_table VALUES (1, 1, ${minutes(0)}, ${minutes(300)}),
      (2, 1, ${minutes(1440)}, ${minutes(1740)});
    CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER,
      stage_end_time INTEGER, stage_type INTEGER);
    INSERT INTO sleep_stages_table VALUES (1, ${minutes(0)}, ${minutes(120)}, 4),
      (1, ${minutes(120)}, ${minutes(180)}, 5), (1, ${minutes(180)}, ${minutes(200)}, 1),
      (1, ${minutes(200)}, ${minutes(300)}, 6);
    CREATE TABLE exercise_session_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER,
      start_time INTEGER, end_time INTEGER, exercise_type INTEGER);
    INSERT INTO exercise_session_record_table VALUES (1, 1, ${minutes(-300)}, ${minutes(-270)}, 33);
    CREATE TABLE exercise_route_table (parent_key INTEGER, timestamp_millis INTEGER, latitude REAL,
      longitude REAL, altitude REAL, horizontal_accuracy REAL);
    INSERT INTO exercise_route_table VALUES (1, ${minutes(-299)}, 52.5, 13.4, 34.5, NULL);
    CREATE TABLE menstruation_flow_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER,
      time INTEGER, flow INTEGER);
    INSERT INTO menstruation_flow_record_table VALUES (1, 1, ${minutes(-500)}, 0),
      (2, 1, ${minutes(-499)}, 1), (3, 1, ${minutes(-498)}, 3), (4, 1, ${minutes(-497)}, 9);
    CREATE TABLE hydration_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER, volume REAL);
    INSERT INTO hydration_record_table VALUES (1, 1, 0.3);
  `);
  database.close();
  const bytes = Deno.readFileSync(path);
  Deno.removeSync(path);
  return bytes;
}
