/** The bytes of a file, read where they are looked at. */
export interface FileContent {
  /** Bytes. */
  size: number;
  /** So many bytes from a place; fewer where the content ends. */
  read(at: number, length: number): Promise<Buffer>;
}
