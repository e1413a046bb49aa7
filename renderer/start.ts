/** Puts a page's scripts in their place once it was painted: what is read first waits for none of them. It stands in the page. */
const start = (): void => {
  const scripts = document.querySelector<HTMLTemplateElement>("template#scripts");
  if (scripts) document.head.append(scripts.content);
};

// Nobody paints what is not seen.
if (document.visibilityState === "hidden") start();
else requestAnimationFrame(() => setTimeout(start));
