/**
 * The address of an entry's page: its name stands in the place of `:entry`. Two hyphens in a name are a slash there, so that
 * pages can stand below others: `verano--suv` is `/minisitio/verano/suv`.
 */
export const entryRoute = (route: string, entry: string): string =>
  route.replace(":entry", entry.replaceAll("--", "/"));
