let element: HTMLElement | undefined;

function tipElement(): HTMLElement {
  if (element?.isConnected) return element;
  element = document.createElement("div");
  element.className = "lifeframe-tip";
  element.setAttribute("role", "status");
  element.style.cssText = "position:fixed;z-index:99999;pointer-events:none;max-width:20rem;" +
    "padding:4px 8px;border:1px solid #8888;border-radius:4px;background:var(--jp-layout-color1,var(--vscode-editorHoverWidget-background,Canvas));" +
    "color:var(--jp-ui-font-color1,var(--vscode-editor-foreground,CanvasText));" +
    "font:12px/1.4 system-ui,sans-serif;white-space:pre-line;box-shadow:0 1px 4px #0004;left:0;top:0;" +
    "visibility:hidden";
  document.body.append(element);
  return element;
}

/** Shows lines of text beside a point of the window, where there is room; the first is what it is about. */
export function showTip(lines: readonly string[], x: number, y: number): void {
  const tip = tipElement();
  const text = lines.join("\n");
  if (tip.textContent !== text) {
    tip.replaceChildren(...lines.map((line, i) => {
      const part = document.createElement(i === 0 && lines.length > 1 ? "strong" : "span");
      part.textContent = line + (i + 1 < lines.length ? "\n" : "");
      return part;
    }));
  }
  tip.style.visibility = "visible";
  const { width, height } = tip.getBoundingClientRect();
  const left = x + 14 + width > innerWidth ? x - 14 - width : x + 14;
  const top = y + 14 + height > innerHeight ? y - 14 - height : y + 14;
  tip.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
  tip.style.top = `${Math.max(4, top)}px`;
}

/** Hides the tip. */
export function hideTip(): void {
  if (element === undefined) return;
  element.style.visibility = "hidden";
  element.textContent = "";
}
