/** The keys of a JSON pointer into a value; those of lists are numbers. */
export function pathOfPointer(pointer: string, value: unknown): (string | number)[] {
  const at: (string | number)[] = [];
  let here = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    at.push(Array.isArray(here) ? Number(key) : key);
    here = (here as Record<string, unknown> | undefined)?.[key];
  }
  return at;
}
