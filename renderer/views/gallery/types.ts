import type { WordsReader } from "../../page/words.ts";

/** A picture in several widths; addresses of this site. */
export interface GalleryPicture {
  /** 475 pixels wide. */
  small: string;
  /** 960 pixels wide. */
  large: string;
  /** 1440 pixels wide. */
  wide?: string;
  alt: string;
}

export interface GalleryProps {
  /** At least one. All are twice as wide as high. */
  pictures: GalleryPicture[];
  /** The same thing from all around, in order. */
  frames?: string[];
  video?: { src: string; poster?: string };
  /** What is seen, by its name. */
  name: string;
  /** The words of the view that shows it. */
  own: WordsReader;
}

export const srcSetOf = ({ small, large, wide }: GalleryPicture): string =>
  [`${small} 475w`, `${large} 960w`, ...(wide === undefined ? [] : [`${wide} 1440w`])].join(", ");
