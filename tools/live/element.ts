/** Adds an SVG element to another one. */
export function add(parent: Element, name: string, attributes: object, text = ""): Element {
  const element = parent.appendChild(
    document.createElementNS("http://www.w3.org/2000/svg", name),
  );
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** Adds a layer that answers no pointer. */
export function addLayer(svg: Element): Element {
  return add(svg, "g", { "data-layer": "", "pointer-events": "none" });
}
