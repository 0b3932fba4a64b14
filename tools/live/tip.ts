let element: HTMLElement | undefined;

/** Shows lines of text next to a point of the window; the first is the heading. Without lines, hides the tip. */
export function showTip(lines: readonly string[] = [], x = 0, y = 0): void {
  if (!element?.isConnected) {
    document.body.append(element = document.createElement("div"));
    element.className = "lifeframe-tip";
    element.role = "status";
    element.style.cssText = "position:fixed;z-index:99999;pointer-events:none;max-width:20rem;" +
      "padding:4px 8px;border:1px solid #8888;border-radius:4px;box-shadow:0 1px 4px #0004;" +
      "background:var(--jp-layout-color1,var(--vscode-editorHoverWidget-background,Canvas));" +
      "color:var(--jp-ui-font-color1,var(--vscode-editor-foreground,CanvasText));" +
      "font:12px/1.4 system-ui,sans-serif;white-space:pre-line";
  }
  element.style.visibility = lines[0] ? "visible" : "hidden";
  const text = lines.join("\n"), [head = "", ...rest] = text.split(/(?=\n)/);
  if (element.textContent !== text) {
    element.textContent = rest.join("");
    const title = document.createElement(rest[0] ? "strong" : "span");
    title.textContent = head;
    element.prepend(title);
  }
  const { offsetWidth, offsetHeight } = element;
  const beside = (at: number, size: number, room: number): string =>
    `${Math.max(4, Math.min(at + 14 + size > room ? at - 14 - size : at + 14, room - size - 4))}px`;
  element.style.left = beside(x, offsetWidth, innerWidth);
  element.style.top = beside(y, offsetHeight, innerHeight);
}
