import { connect, range, series, sleep } from "../../../mod.ts";

/** Address of the service, its user, and the day after the data. */
export interface JobOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly until: string;
}

/**
 * Reads a year of daily steps, compares its last two months, and computes the statistics of thirty
 * nights.
 */
export async function job({ baseUrl, token, until }: JobOptions): Promise<Record<string, number>> {
  const tz = "Europe/Berlin";
  // begin of the user's lines
  const me = connect({ baseUrl, token, tz });
  const year = range.lastDays(365, tz, { until }), a = range.lastDays(60, tz, { until });
  const b = range.lastDays(30, tz, { until });
  const steps = await me.api.metrics.timeSeries({
    metric: "StepCount",
    samprate: "1d",
    tz,
    ...year,
  });
  const compared = series.compare(steps, { a: { ...a, end_time: b.start_time }, b, tz });
  const nights = sleep.merge(await me.api.sleep.stages(range.lastNights(30, tz, { until })));
  const asleep = sleep.statistics(nights).toRecords().filter(({ name }) => name === "TST");
  // end of the user's lines
  return {
    steps: steps.getColumn("step_count").sum(),
    difference: compared.mean_b! - compared.mean_a!,
    nights: asleep.length,
    minutes: asleep.reduce((sum, { value }) => sum + Number(value), 0),
  };
}
