/** A dot of a map in pixels from the top left, and where it belongs. */
export interface SpacedDot {
  /** Where it is drawn. */
  x: number;
  /** Where it is drawn. */
  y: number;
}

/** Moves dots apart that would lie on each other, as little as it takes, within a frame of pixels. */
export function spacedDots(
  wanted: readonly { readonly x: number; readonly y: number }[],
  { distance, width, height }: { distance: number; width: number; height: number },
): SpacedDot[] {
  const dots = wanted.map(({ x, y }): SpacedDot => ({ x, y }));
  const within = (value: number, most: number): number =>
    Math.max(distance / 2, Math.min(most - distance / 2, value));
  for (let round = 0; round < 200; round++) {
    let moved = false;
    for (let i = 0; i < dots.length; i++) {
      for (let j = 0; j < i; j++) {
        const a = dots[i]!, b = dots[j]!;
        const dx = a.x - b.x, dy = a.y - b.y, apart = Math.hypot(dx, dy);
        if (apart >= distance) continue;
        moved = true;
        // Dots on one point part to the sides, each pair in another direction.
        const turn = apart === 0 ? i * 2.4 : Math.atan2(dy, dx),
          push = (distance - apart) / 2 + 0.1;
        a.x += push * Math.cos(turn);
        a.y += push * Math.sin(turn);
        b.x -= push * Math.cos(turn);
        b.y -= push * Math.sin(turn);
      }
    }
    for (const dot of dots) {
      dot.x = within(dot.x, width);
      dot.y = within(dot.y, height);
    }
    if (!moved) break;
  }
  return dots;
}
