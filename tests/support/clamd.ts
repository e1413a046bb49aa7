/** A small server in the place of clamd: speaks its protocol, finds one text, and fails as told. */
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** What it finds, whatever stands around it. */
export const infected = "VITRINA-STANDARD-TEST-MARKER";

export type ClamdManner =
  | "looks"
  /** Takes the connection and ends it without a word. */
  | "ends"
  /** Ends it in the middle of the file. */
  | "ends-within"
  | "silent"
  /** Says that the file is too large before all of it came, as one does that is set so. */
  | "limited"
  | "garbled";

/** Where what was sent ends: pieces with their length before them, the last one of none. */
function received(bytes: Buffer): Buffer | undefined {
  const begin = "zINSTREAM\0".length;
  const pieces: Buffer[] = [];
  for (let at = begin; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    if (at + 4 + length > bytes.length) return undefined;
    pieces.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

/** What it answers to what came so far; undefined while it waits for more. Empty: it ends without a word. */
function answerTo(bytes: Buffer, manner: ClamdManner, scanned: Buffer[]): string | undefined {
  if (manner === "silent") return undefined;
  if (bytes.equals(Buffer.from("zPING\0"))) return "PONG";
  if (bytes.length < 10) return undefined;
  if (!bytes.subarray(0, 10).equals(Buffer.from("zINSTREAM\0"))) return "UNKNOWN COMMAND";
  if (manner === "ends-within") return bytes.length > 200 ? "" : undefined;
  if (manner === "limited") return bytes.length > 200 ? "INSTREAM size limit exceeded. ERROR" : undefined;
  const content = received(bytes);
  if (!content) return undefined;
  scanned.push(content);
  if (manner === "garbled") return "stream: probably OK";
  return content.includes(infected) ? "stream: Vitrina.Test FOUND" : "stream: OK";
}

function serve(socket: Socket, manner: ClamdManner, scanned: Buffer[]): void {
  let bytes: Buffer = Buffer.alloc(0);
  socket.on("error", () => {});
  if (manner === "ends") socket.destroy();
  socket.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    const answer = answerTo(bytes, manner, scanned);
    if (answer === "") socket.destroy();
    else if (answer !== undefined) socket.end(`${answer}\0`);
  });
}

/** Listens on a port of its own; `manners` say how it is to each connection, the last one to all that follow. */
export async function startClamd(...first: ClamdManner[]) {
  let manners = first;
  const scanned: Buffer[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    const manner = manners[Math.min(connections, manners.length - 1)] ?? "looks";
    connections += 1;
    serve(socket, manner, scanned);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  onTestFinished(stop);
  /** How it is from the next connection on. */
  const turn = (...next: ClamdManner[]): void => {
    manners = next;
    connections = 0;
  };
  return { host: "127.0.0.1", port, scanned, connections: () => connections, turn, stop };
}
