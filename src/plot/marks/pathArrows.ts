/** A point of a path on a plane whose axes have one scale. */
export interface PathPoint {
  /** To the right. */
  readonly x: number;
  /** Upwards. */
  readonly y: number;
  /** Which stretch it belongs to; stretches are not joined. */
  readonly part: number;
}

/** Where a path is headed at one of its points. */
export interface PathArrow {
  /** To the right. */
  readonly x: number;
  /** Upwards. */
  readonly y: number;
  /** Degrees clockwise from upwards. */
  readonly turn: number;
}

/**
 * Arrows along a path, one each so long a way and the first after half of it; a stretch that is
 * shorter has one in its middle, and none if it is shorter than a quarter.
 *
 * @param spacing The way between two arrows, in units of the plane.
 */
export function pathArrows(path: readonly PathPoint[], spacing: number): PathArrow[] {
  const stretches = Map.groupBy(path, ({ part }) => part);
  return [...stretches.values()].flatMap((points) => {
    const lengths = points.slice(1).map(({ x, y }, i) =>
      Math.hypot(x - points[i]!.x, y - points[i]!.y)
    );
    const whole = lengths.reduce((sum, length) => sum + length, 0);
    if (!(whole >= spacing / 4)) return [];
    const count = Math.max(1, Math.round(whole / spacing));
    const arrows: PathArrow[] = [];
    let done = 0;
    lengths.forEach((length, i) => {
      const from = points[i]!, to = points[i + 1]!;
      for (; arrows.length < count;) {
        const at = (arrows.length + 0.5) * whole / count;
        if (at > done + length) break;
        const share = (at - done) / length;
        arrows.push({
          x: from.x + share * (to.x - from.x),
          y: from.y + share * (to.y - from.y),
          turn: Math.atan2(to.x - from.x, to.y - from.y) * 180 / Math.PI,
        });
      }
      done += length;
    });
    return arrows;
  });
}
