const scripts = new Map<string, Promise<void>>();

/**
 * Runs a script of somebody else's, once. Rejects when it cannot be had; then it may be tried again. `nonce` is for one
 * that hands it on to its own.
 */
export function loadScript(address: string, nonce?: string): Promise<void> {
  const known = scripts.get(address);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: address, async: true });
    if (nonce !== undefined) script.nonce = nonce;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      scripts.delete(address);
      script.remove();
      reject(new Error(`${address} cannot be loaded`));
    });
    document.head.append(script);
  });
  scripts.set(address, loading);
  return loading;
}

/** An address with these parameters beside its own. */
export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
