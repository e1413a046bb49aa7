/** Pictures as a PDF takes them: JPEG or PNG. */

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;
const isPng = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from("89504e470d0a1a0a", "hex"));

/** On paper more than this is not seen. */
const maxWidth = 1200;

/** A picture of a format that can be drawn, made of it where it is of another one; undefined where nobody can read it. */
export async function drawableImage(bytes: Uint8Array): Promise<Buffer | undefined> {
  // What pages show, AVIF and WebP above all, PDF does not know.
  const { default: sharp } = await import("sharp");
  try {
    const picture = sharp(bytes, { limitInputPixels: 40_000_000 });
    const { width } = await picture.metadata();
    if ((isJpeg(bytes) || isPng(bytes)) && width <= maxWidth) return Buffer.from(bytes);
    return await picture
      .resize({ width: maxWidth, withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 82 })
      .toBuffer();
  } catch {
    return undefined;
  }
}
