/** Maximum width in pixels at which an image shows its drawing for a phone. */
const NARROW = 600;

/** Puts the SVG of an image in its place: it takes the page's ink and answers the pointer. */
export function drawInline(image: HTMLImageElement): void {
  const { documentElement: svg } = new DOMParser().parseFromString(
    decodeURIComponent(image.src.replace(/.*?,/, "")),
    "image/svg+xml",
  );
  if (!svg.classList.contains("lifeframe")) return; // a sparkline, which has nothing to say
  const style = svg.querySelector(":scope>style")!,
    both = [...svg.querySelectorAll(":scope>g>svg")];
  const charts = (both[0] ? both : [svg]) as unknown as SVGElement[];
  style.remove();
  image.after(...charts);
  for (const chart of charts) chart.style.cssText = "max-width:100%;height:auto";
  const box = image.parentElement!;
  const show = (isImage: boolean): void => {
    const shown = charts[box.clientWidth > NARROW ? 0 : charts.length - 1]!;
    for (const one of [image, ...charts]) {
      one.style.display = one === (isImage ? image : shown) ? "" : "none";
    }
    if (!isImage || !both[0]) return;
    // The browser copies an image without a size as 300 pixels: it is given the chart that was shown.
    const copy = shown.cloneNode(true) as SVGElement;
    copy.prepend(style.cloneNode(true));
    copy.style.display = "";
    image.style.cssText = "max-width:100%;height:auto";
    image.src = "data:image/svg+xml," +
      encodeURIComponent(new XMLSerializer().serializeToString(copy));
  };
  show(false);
  if (both[0]) new ResizeObserver(() => show(false)).observe(box);
  // The browser's own menu saves and copies images: it opens on the image.
  for (const chart of charts) {
    chart.addEventListener("pointerdown", ({ button }) => {
      if (button !== 2) return;
      show(true);
      setTimeout(() => addEventListener("pointermove", () => show(false), { once: true }), 500);
    });
  }
}
