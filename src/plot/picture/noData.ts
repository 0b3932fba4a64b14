import { header } from "./header.ts";
import { Picture } from "./picture.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./spec.ts";
import { QUIET_OPACITY } from "./theme.ts";

/** The picture of an empty frame: it says that there is nothing, where a notebook goes on. */
export function noData(name: string, title: string, options: PictureOptions): Picture {
  const { width = DEFAULT_WIDTH, height = 120 } = options;
  const head = header(options.title ?? title, [], width);
  return new Picture({
    name,
    summary: `${options.title ?? title}: no data`,
    width,
    height,
    header: head,
    draw: (plot) => ({
      margin: 4,
      marginTop: head.height + 4,
      marks: [
        plot.frame({ strokeOpacity: 0.2 }),
        plot.text(["No data"], { frameAnchor: "middle", fillOpacity: QUIET_OPACITY }),
      ],
    }),
  }, options.plot);
}
