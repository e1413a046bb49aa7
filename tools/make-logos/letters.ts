/** Letters as a pen draws them: 14 high from the base line, each with its width. Of our own, so that no font has to allow it. */
export const letters: Record<string, readonly [width: number, path: string]> = {
  A: [10, "M0 14L5 0L10 14M2 9.5H8"],
  B: [9, "M0 0V14H5.4a3.6 3.6 0 0 0 0-7.2H0M5 6.8a3.4 3.4 0 0 0 0-6.8H0"],
  C: [9.4, "M9.4 2.6A5.5 7 0 1 0 9.4 11.4"],
  D: [10, "M0 0H4a6 7 0 0 1 0 14H0Z"],
  E: [8, "M8 0H0V14H8M0 7H7"],
  F: [8, "M8 0H0V14M0 7H7"],
  G: [10, "M9.4 2.6A5.5 7 0 1 0 10 10.6V7.5H6"],
  H: [9, "M0 0V14M9 0V14M0 7H9"],
  I: [0, "M0 0V14"],
  J: [6, "M6 0V10.5A3 3.5 0 0 1 0 10.5"],
  K: [9.5, "M0 0V14M9 0L0 8M3.5 5L9.5 14"],
  L: [8, "M0 0V14H8"],
  M: [12, "M0 14V0L6 9L12 0V14"],
  N: [9.5, "M0 14V0L9.5 14V0"],
  O: [11, "M5.5 0A5.5 7 0 1 0 5.5 14A5.5 7 0 1 0 5.5 0Z"],
  P: [9.5, "M0 14V0H5.6a3.9 4 0 0 1 0 8H0"],
  Q: [11, "M5.5 0A5.5 7 0 1 0 5.5 14A5.5 7 0 1 0 5.5 0ZM7 10L11 14"],
  R: [9.5, "M0 14V0H5.6a3.9 4 0 0 1 0 8H0M5 8L9.5 14"],
  S: [
    9,
    "M8.6 2.4C7.6 .8 6.2 0 4.4 0C1.8 0 .4 1.5 .4 3.4C.4 8 8.8 6 8.8 10.5C8.8 12.5 7.2 14 4.5 14C2.5 14 .9 13 0 11.3",
  ],
  T: [9, "M0 0H9M4.5 0V14"],
  U: [9.5, "M0 0V9a4.75 5 0 0 0 9.5 0V0"],
  V: [10, "M0 0L5 14L10 0"],
  W: [14, "M0 0L3.5 14L7 3L10.5 14L14 0"],
  X: [9.5, "M0 0L9.5 14M9.5 0L0 14"],
  Y: [10, "M0 0L5 7L10 0M5 7V14"],
  Z: [9, "M0 0H9L0 14H9"],
  "-": [4, "M0 7.5H4"],
  " ": [3, ""],
};

/** What stands above a letter, such as the two dots of `Ë`. */
export const marks: Record<string, (width: number) => string> = {
  "\u0308": (width) => `M${width / 2 - 2} -3.4v.01M${width / 2 + 2} -3.4v.01`,
};
