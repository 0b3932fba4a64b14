// The pages of the site run this script after rules.ts, which has the options and findPages.
/** Connects the search box of a page with the index, which is loaded with the first key. */
function startSearch() {
  const box = document.querySelector(".search input");
  const list = document.querySelector(".search ul");
  const status = document.querySelector(".search [role=status]");
  const root = document.documentElement.dataset.root;
  let indexes, loading;
  const script = (name) =>
    new Promise((done, fail) => {
      const tag = document.createElement("script");
      [tag.src, tag.onload] = [`${root}${name}`, () => done()];
      tag.onerror = () => fail(new Error(`Cannot load ${name}.`));
      document.head.append(tag);
    });
  const load = () =>
    loading ??= Promise.all([script("minisearch.js"), script("search.js")]).then(() => {
      const [parts, questions] = globalThis.LIFEFRAME_INDEXES;
      indexes = {
        parts: globalThis.MiniSearch.loadJSON(parts, INDEX_OPTIONS),
        questions: globalThis.MiniSearch.loadJSON(questions, QUESTION_OPTIONS),
      };
    });
  const row = ({ title, heading, path, kind, excerpt }) => {
    const item = document.createElement("li"), link = document.createElement("a");
    const what = document.createElement("span"), more = document.createElement("small");
    link.href = root + path;
    link.textContent = heading === "" ? title : `${title} › ${heading}`;
    [what.textContent, more.textContent] = [kind, excerpt];
    link.append(what, more);
    item.append(link);
    return item;
  };
  const show = async () => {
    const query = box.value.trim();
    if (query !== "") await load();
    if (query !== box.value.trim()) return; // a later key shows its own results
    const found = query === "" ? [] : findPages(indexes, query, 12);
    list.replaceChildren(...found.map(row));
    list.hidden = found.length === 0;
    status.textContent = query === ""
      ? ""
      : found.length === 0
      ? "No results. Try other words, or the lists of pages."
      : `${found.length} results`;
    status.className = query !== "" && found.length === 0 ? "nothing" : "quiet";
  };
  box.addEventListener("input", () => void show());
  box.addEventListener("focus", () => void load());
  document.addEventListener("keydown", (event) => {
    const isInField = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !isInField) {
      event.preventDefault();
      box.focus();
    } else if (event.key === "Escape") {
      list.hidden = true;
      [status.textContent, status.className] = ["", "quiet"];
    } else if (
      (event.key === "ArrowDown" || event.key === "ArrowUp") &&
      event.target.closest?.(".search")
    ) {
      const links = [...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      event.preventDefault();
      (links[at + (event.key === "ArrowDown" ? 1 : -1)] ?? box).focus();
    } else if (event.key === "Enter" && document.activeElement === box) {
      list.querySelector("a")?.click();
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) list.hidden = true;
  });
}

/** Adds a button to each block of code that copies it. */
function startCopying() {
  for (const block of document.querySelectorAll(".code-box")) {
    const button = document.createElement("button");
    [button.type, button.textContent] = ["button", "Copy"];
    button.addEventListener("click", async () => {
      const text = block.querySelector("pre").textContent ?? "";
      try {
        await navigator.clipboard.writeText(text);
      } catch { // a page opened from a folder may not write to the clipboard
        const area = document.createElement("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
      }
      button.textContent = "Copied";
      setTimeout(() => button.textContent = "Copy", 1500);
    });
    block.append(button);
  }
}

/** Lets a button switch between the system's colours, light and dark. */
function startTheme() {
  const button = document.querySelector("button.theme");
  const names = ["auto", "light", "dark"];
  const stored = () => {
    try {
      return localStorage.getItem("lifeframe-theme") ?? "auto";
    } catch {
      return "auto"; // storage is off
    }
  };
  const apply = (name) => {
    document.documentElement.style.colorScheme = name === "auto" ? "" : name;
    button.textContent = `Colours: ${name}`;
  };
  let name = stored();
  apply(name);
  button.hidden = false;
  button.addEventListener("click", () => {
    name = names[(names.indexOf(name) + 1) % names.length];
    apply(name);
    try {
      localStorage.setItem("lifeframe-theme", name);
    } catch {
      // it holds for this page
    }
  });
}

// A phone shows the list of pages below the page, folded.
if (matchMedia("(max-width: 52rem)").matches) {
  document.querySelector(".side details").open = false;
}
startTheme();
startCopying();
startSearch();
