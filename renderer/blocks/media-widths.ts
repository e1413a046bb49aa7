/** A picture of media with its widths in its name, as those of cars have. */
const widths = /^(\/media\/.+)-960\.avif(\?v=\w+)?$/;

/** What else a browser may take of a picture, where there are several widths of it. */
export function widthsOf(picture: string): string | undefined {
  const [, name, version = ""] = widths.exec(picture) ?? [];
  return name === undefined ? undefined : `${name}-475.avif${version} 475w, ${picture} 960w`;
}
