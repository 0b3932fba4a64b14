import { type LivePicture, livePicture } from "./picture.ts";
import { liveTable } from "./table.ts";

/** What all scripts of a page share: each output of a notebook brings its own. */
interface Page extends Window {
  lifeframe?: { scan: () => void };
}

/** Makes every picture and table of the page answer that does not yet. */
function start(): void {
  const page = window as Page;
  if (page.lifeframe === undefined) {
    const pictures: { picture: LivePicture; svg: Element }[] = [], seen = new WeakSet<Element>();
    const add = (svg: SVGSVGElement): void => {
      const picture = livePicture(svg, (at) => {
        for (const other of pictures) if (other.svg !== svg) other.picture.mark(at);
      });
      pictures.push({ picture, svg });
    };
    const each = <T extends Element>(selector: string, run: (element: T) => void): void => {
      for (const element of document.querySelectorAll<T>(selector)) {
        if (seen.has(element)) continue;
        seen.add(element);
        try {
          run(element);
        } catch { /* it stays as it was: a still picture */ }
      }
    };
    page.lifeframe = {
      scan: () => {
        for (let i = pictures.length; i-- > 0;) {
          if (!pictures[i]!.svg.isConnected) pictures.splice(i, 1);
        }
        each("img.lifeframe-chart", drawInline);
        each("svg.lifeframe:not(:has(svg.lifeframe))", add); // of several on one axis each
        each(".lifeframe-table table", liveTable);
      },
    };
  }
  page.lifeframe.scan();
}

/** Puts the SVG of an image in its place: it takes the page's ink and answers the pointer. */
function drawInline(image: HTMLImageElement): void {
  const text = decodeURIComponent(image.src.slice(image.src.indexOf(",") + 1));
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!svg.classList.contains("lifeframe")) return; // a sparkline, which has nothing to say
  svg.querySelector(":scope > style")?.remove();
  const inline = document.importNode(svg, true);
  inline.style.cssText = "max-width:100%;height:auto";
  image.after(inline);
  const show = (isImage: boolean): void => {
    image.style.display = isImage ? "" : "none";
    inline.style.display = isImage ? "none" : "";
  };
  show(false);
  // The browser's own menu saves and copies images: it opens on the image.
  inline.addEventListener("pointerdown", ({ button }) => {
    if (button !== 2) return;
    show(true);
    setTimeout(() => addEventListener("pointermove", () => show(false), { once: true }), 500);
  });
}

start();
