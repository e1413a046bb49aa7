/** Files looked through by clamd, which is sent them as its protocol has it: INSTREAM, a piece at a time. */
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { FileContent } from "./file-content.ts";

/** Where it listens: a port, or a socket of this machine. */
export type ClamdAddress = { host: string; port: number } | { path: string };

export interface Scanner {
  /** The name of what was found in it; undefined where nothing was. @throws {ScanError} where nobody could look. */
  scan(content: FileContent): Promise<string | undefined>;
  /** @throws {ScanError} where it does not answer. */
  ping(): Promise<void>;
}

/** Nobody looked: what is not known to be clean is not taken. */
export class ScanError extends Error {
  override readonly name = "ScanError";
}

const pieceBytes = 64 * 1024;
/** Milliseconds before it is asked again, each time. */
const pauses = [300, 1_200];
/** Milliseconds for all tries together. */
const limitMs = 20_000;
/** It says a line. */
const maxAnswerBytes = 4_096;

async function answerOf(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.length > maxAnswerBytes) throw new ScanError("clamd answers endlessly");
  }
  return text.replaceAll("\0", "").trim();
}

/** Sends it a command, and gives its whole answer. */
async function ask(
  address: ClamdAddress,
  parts: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<string> {
  const socket = connect({ ...address, allowHalfOpen: true });
  const stop = (): void => void socket.destroy(new ScanError("clamd took too long"));
  signal.addEventListener("abort", stop);
  try {
    if (signal.aborted) stop();
    // Who has seen enough answers and closes while the rest is still sent: what it said counts.
    const [said, sent] = await Promise.allSettled([
      answerOf(socket),
      pipeline(Readable.from(parts), socket, { end: false }),
    ]);
    if (said.status === "fulfilled" && said.value !== "") return said.value;
    const failed = [said, sent].find((one) => one.status === "rejected");
    const why = failed ? (failed.reason as Error) : new ScanError("clamd closed without an answer");
    throw why instanceof ScanError ? why : new ScanError(`clamd: ${why.message}`, { cause: why });
  } finally {
    signal.removeEventListener("abort", stop);
    socket.destroy();
  }
}

async function* instream(content: FileContent): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for (let at = 0; at < content.size; at += pieceBytes) {
    const piece = await content.read(at, Math.min(pieceBytes, content.size - at));
    // A piece of no bytes would end it before its end.
    if (piece.length === 0) throw new ScanError("the file has fewer bytes than it says");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    yield Buffer.concat([length, piece]);
  }
  yield Buffer.alloc(4);
}

async function* command(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(`z${text}\0`);
}

/** Only its own words for it say that a file is clean. */
function foundBy(answer: string): string | undefined {
  if (answer === "stream: OK") return undefined;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found === undefined) throw new ScanError(`clamd says: ${answer}`);
  return found;
}

/** A clamd that is away, or ends, is asked again in a moment; then it is an error, and never a clean file. */
export function createClamd(address: ClamdAddress, limit = limitMs): Scanner {
  const again = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(limit);
    for (let tries = 0; ; tries += 1) {
      try {
        return await work(signal);
      } catch (error) {
        const pause = pauses[tries];
        if (pause === undefined || signal.aborted) throw error;
        await wait(pause);
      }
    }
  };
  return {
    scan: (content) => again(async (signal) => foundBy(await ask(address, instream(content), signal))),
    ping: () =>
      again(async (signal) => {
        const answer = await ask(address, command("PING"), signal);
        if (answer !== "PONG") throw new ScanError(`clamd says: ${answer}`);
      }),
  };
}
