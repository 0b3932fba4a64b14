/** Width of an image, in pixels, up to which its drawing for a phone is shown. */
const NARROW = 600;

/** Puts the SVG of an image in its place: it takes the page's ink and answers the pointer. */
export function drawInline(image: HTMLImageElement): void {
  const text = decodeURIComponent(image.src.slice(image.src.indexOf(",") + 1));
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!svg.classList.contains("lifeframe")) return; // a sparkline, which has nothing to say
  const style = svg.querySelector(":scope > style")!;
  const both = svg.querySelectorAll<SVGSVGElement>(":scope > g > svg");
  const drawings: Element[] = both.length === 2 ? [...both] : [svg];
  const charts = drawings.map((chart) => {
    const inline = document.importNode(chart, true) as SVGSVGElement;
    inline.querySelector(":scope > style")?.remove();
    inline.style.cssText = "max-width:100%;height:auto";
    return inline;
  });
  image.after(...charts);
  let isImage = false;
  const box = image.parentElement!;
  const show = (): void => {
    const shown = charts[box.clientWidth > NARROW ? 0 : charts.length - 1];
    image.style.display = isImage ? "" : "none";
    for (const chart of charts) chart.style.display = !isImage && chart === shown ? "" : "none";
    if (!isImage || both.length < 2) return;
    // The browser copies an image without a size as 300 pixels: it is given the chart that was shown.
    const copy = shown!.cloneNode(true) as SVGElement;
    copy.prepend(style.cloneNode(true));
    image.style.cssText = "max-width:100%;height:auto";
    image.src = `data:image/svg+xml,${
      encodeURIComponent(new XMLSerializer().serializeToString(copy))
    }`;
  };
  show();
  if (charts.length > 1) new ResizeObserver(show).observe(box);
  // The browser's own menu saves and copies images: it opens on the image.
  for (const chart of charts) {
    chart.addEventListener("pointerdown", ({ button }) => {
      if (button !== 2) return;
      isImage = true;
      show();
      setTimeout(() => {
        addEventListener("pointermove", () => {
          isImage = false;
          show();
        }, { once: true });
      }, 500);
    });
  }
}
