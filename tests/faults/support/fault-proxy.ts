/**
 * A TCP proxy before a service, a mail server, a database or our own server, that fails as told. What it does can be
 * changed while connections are open: each piece that passes asks anew.
 */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export type Fault =
  | { kind: "none" }
  /** Refuses connections; those that were open are cut. */
  | { kind: "down" }
  /** New connections wait, as those that come between two servers do; those that are open go on. */
  | { kind: "held" }
  /** Takes what comes, passes it on, and says nothing. */
  | { kind: "silent" }
  /** Milliseconds before the first byte of each answer, then so many bytes a second. */
  | { kind: "slow"; latency?: number; bytesPerSecond?: number }
  /** Ends each connection when so many bytes of answers have passed. */
  | { kind: "cut"; after: number }
  /** Answers come with their bytes changed; with `head` kept, only what follows the first empty line. */
  | { kind: "garbled"; keepHead?: boolean }
  /** The other side gets the request and does its work; a share of the answers (all, unless said) is dropped. */
  | { kind: "lost"; share?: number }
  /** Up and down in turn, milliseconds each. */
  | { kind: "flapping"; up: number; down: number };

export interface FaultProxy {
  port: number;
  /** How often each fault has met a connection or an answer. */
  met: Record<Fault["kind"], number>;
  /** From now on it fails like this. Resolves when a listener that had to close or open has done so. */
  set(fault: Fault): Promise<void>;
  /** From now on new connections lead to another port. */
  lead(port: number): void;
  close(): Promise<void>;
}

/** Starts one on a random port, before `target`, a port of this machine. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  let fault: Fault = { kind: "none" };
  let flapping: NodeJS.Timeout | undefined;
  let port = 0;
  const open = new Set<Socket>();
  const met: FaultProxy["met"] = {
    none: 0,
    down: 0,
    held: 0,
    silent: 0,
    slow: 0,
    cut: 0,
    garbled: 0,
    lost: 0,
    flapping: 0,
  };
  let leadsTo = target;

  const passBack = answerer(
    () => fault,
    (kind) => void (met[kind] += 1),
  );
  const waiting: Socket[] = [];
  const server = createServer((client) => {
    if (fault.kind !== "held") return join(client);
    met.held += 1;
    client.on("error", () => {});
    waiting.push(client);
  });

  const join = (client: Socket): void => {
    const upstream = connect(leadsTo, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      // Whoever goes away in the middle is what this is for.
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        (socket === client ? upstream : client).destroy();
      });
    }
    client.pipe(upstream);
    passBack(upstream, client);
  };

  const cutAll = (): void => {
    for (const socket of [...open, ...waiting.splice(0)]) socket.destroy();
  };
  const goUp = async (): Promise<void> => {
    if (server.listening) return;
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
  };
  const goDown = async (): Promise<void> => {
    met.down += open.size > 0 ? 1 : 0;
    await shut(server, cutAll);
  };

  const flap = (up: number, down: number): void => {
    const turn = (isUp: boolean): void => {
      flapping = setTimeout(
        () => {
          met.flapping += 1;
          void (isUp ? goDown() : goUp()).then(() => flapping && turn(!isUp));
        },
        isUp ? up : down,
      );
    };
    turn(true);
  };

  await goUp();
  return {
    get port() {
      return port;
    },
    met,
    set: async (next) => {
      clearTimeout(flapping);
      flapping = undefined;
      fault = next;
      if (next.kind === "down") return await goDown();
      await goUp();
      if (next.kind !== "held") for (const client of waiting.splice(0)) join(client);
      if (next.kind === "flapping") flap(next.up, next.down);
    },
    lead: (to) => {
      leadsTo = to;
    },
    close: async () => {
      clearTimeout(flapping);
      flapping = undefined;
      await shut(server, cutAll);
    },
  };
}

async function shut(server: Server, cutAll: () => void): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  cutAll();
  await closed;
}

/** Passes answers back as the fault of the moment says. */
function answerer(
  current: () => Fault,
  meet: (kind: Fault["kind"]) => void,
): (upstream: Socket, client: Socket) => void {
  return (upstream, client) => {
    let passed = 0;
    let inBody = false;
    let last: Promise<void> = Promise.resolve();
    const write = (bytes: Buffer): void => void (client.writable && client.write(bytes));

    upstream.on("data", (bytes: Buffer) => {
      const fault = current();
      meet(fault.kind);
      if (fault.kind === "silent") return;
      if (fault.kind === "lost" && Math.random() < (fault.share ?? 1)) {
        client.destroy();
        return;
      }
      if (fault.kind === "slow") {
        last = last.then(() => trickle(bytes, fault, write, () => client.destroyed));
        return;
      }
      if (fault.kind === "cut") {
        write(bytes.subarray(0, Math.max(0, fault.after - passed)));
        passed += bytes.length;
        if (passed >= fault.after) client.end(() => client.destroy());
        return;
      }
      if (fault.kind === "garbled") {
        const from = fault.keepHead && !inBody ? endOfHead(bytes) : 0;
        inBody ||= from < bytes.length;
        write(Buffer.from(bytes.map((byte, index) => (index < from ? byte : byte ^ 0x15))));
        return;
      }
      write(bytes);
    });
    // What is still on its way slowly goes first.
    upstream.on("end", () => void last.then(() => client.end()));
  };
}

function endOfHead(bytes: Buffer): number {
  const at = bytes.indexOf("\r\n\r\n");
  return at < 0 ? bytes.length : at + 4;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());

async function trickle(
  bytes: Buffer,
  { latency = 0, bytesPerSecond = Infinity }: { latency?: number; bytesPerSecond?: number },
  write: (bytes: Buffer) => void,
  isGone: () => boolean,
): Promise<void> {
  await pause(latency);
  const piece = Math.max(1, Math.floor(bytesPerSecond / 10));
  if (bytesPerSecond === Infinity) return write(bytes);
  for (let at = 0; at < bytes.length && !isGone(); at += piece) {
    write(bytes.subarray(at, at + piece));
    await pause((1000 * piece) / bytesPerSecond);
  }
}
