/** Cookies that a container of tags leaves on our own host: Google's names. */
const ofTags = /^(?:_ga|_gid|_gat|_gac_|_gcl_)/;

/** Removes what others left here while they were allowed to. */
export function forgetOthers(): void {
  const names = document.cookie.split("; ").map((one) => one.split("=", 1)[0] ?? "");
  const labels = location.hostname.split(".");
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  for (const name of names.filter((one) => ofTags.test(one))) {
    for (const domain of ["", ...domains.map((one) => `; domain=${one}`)]) {
      // oxlint-disable-next-line unicorn/no-document-cookie
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}
