import { widthsOf } from "./media-widths.ts";

interface FirstPictureProps {
  address: string;
  className: string | undefined;
}

/** The picture that a page begins with: asked for before all others. What it says is in the words beside it. */
export function FirstPicture({ address, className }: FirstPictureProps) {
  return (
    <img
      src={address}
      srcSet={widthsOf(address)}
      sizes="(min-width: 48rem) 34rem, 92vw"
      alt=""
      width="960"
      height="480"
      fetchPriority="high"
      className={className}
    />
  );
}
