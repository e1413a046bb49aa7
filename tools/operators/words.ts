/** How operators' commands write what they found. */

/** `2026-11-21 12:00:05 UTC`. */
export const time = (at: string): string => `${at.slice(0, 19).replace("T", " ")} UTC`;

/** Rows below each other, as wide as the widest of each column. */
export const table = (rows: string[][]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};

export const indented = (text: string): string => text.trimEnd().replaceAll(/^/gm, "  ");
