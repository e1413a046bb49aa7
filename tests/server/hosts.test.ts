/** Which host a request means, and what leaves with its name: over a real socket, as whoever wishes us ill writes it. */
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { parseHost } from "../../server/http/host.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { listening } from "./files-parts.ts";

const well: [text: string, name: string, port?: number][] = [
  ["si.localhost", "si.localhost"],
  ["SI.LocalHost:3000", "si.localhost", 3000],
  ["xn--and-6ma2c.cl:443", "xn--and-6ma2c.cl", 443],
  ["my_host.intern", "my_host.intern"],
  ["192.0.2.7:65535", "192.0.2.7", 65_535],
  ["[::1]", "[::1]"],
  ["[2001:DB8::7]:8080", "[2001:db8::7]", 8080],
  [`${"a".repeat(63)}.cl`, `${"a".repeat(63)}.cl`],
];

const badly = [
  "si.localhost:443@evil.example",
  "si.localhost@evil.example",
  "evil.example#.si.localhost",
  "evil.example/.si.localhost",
  "evil.example?.si.localhost",
  "evil.example\\.si.localhost",
  "si.localhost:",
  "si.localhost:0",
  "si.localhost:65536",
  "si.localhost:3000:3000",
  "si.localhost:+80",
  "si.localhost:80a",
  "si.localhost.",
  "si..localhost",
  ".si.localhost",
  "-si.localhost",
  "si.localhost-",
  "si.localhost, evil.example",
  "si.localhost evil.example",
  "si.localhost\tevil.example",
  "si.local\x01host",
  "si.localhost\xa0",
  "si.lócalhost",
  "si%2elocalhost",
  "::1",
  "[::1",
  "[::1]si.localhost",
  "[::1]:",
  "[::g]",
  "[v1.fe80]",
  "[fe80::1%25eth0]",
  "[]",
  `${"a".repeat(64)}.cl`,
  `${"a.".repeat(127)}aa`,
  '"si.localhost"',
  "<script>",
];

it.each(well)("%j is a host", (text, name, port) => {
  expect(parseHost(text)).toEqual({ name, port });
});

it.each(badly)("%j is no host", (text) => {
  expect(parseHost(text)).toBeUndefined();
});

interface Answer {
  status: number;
  text: string;
}

/** Sends lines as they are; gives what comes back until the connection ends. */
function exchange(port: number, lines: string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (piece: string) => (text += piece));
    socket.on("error", reject);
    socket.on("close", () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }));
    socket.write(Buffer.from([...lines, "connection: close", "", ""].join("\r\n"), "latin1"));
  });
}

async function reached(env: Record<string, string> = {}): Promise<{
  app: TestApp;
  port: number;
  get: (target: string, ...headers: string[]) => Promise<Answer>;
}> {
  const app = await openApp({ env });
  const port = await listening(app);
  return { app, port, get: (target, ...headers) => exchange(port, [`GET ${target} HTTP/1.1`, ...headers]) };
}

const targets = ["/contacto", "/", "/api/page?path=/contacto", "/api/runs?flow=contact", "/nothing-there"];

describe("over a socket", () => {
  it("a host that is none is refused wherever it is asked, and stands in no answer", async () => {
    const { get } = await reached();
    for (const host of badly) {
      const { status, text } = await get("/contacto", `host: ${host}`);
      expect([host, status]).toEqual([host, 400]);
      expect([host, text.includes("evil.example")]).toEqual([host, false]);
    }
    for (const target of [...targets, "/embed/contact.json", "/metrics", "/_desarrollo", "/api/health"]) {
      const { status } = await get(target, "host: si.localhost:443@evil.example");
      expect([target, status]).toEqual([target, 400]);
    }
  });

  it("two hosts are refused, the same ones too, and from the response cache too", async () => {
    const { app, get } = await reached();
    const file = `/definitions/${app.definitions.current("SI")!.hash}/contact.json`;
    expect((await get(file, "host: si.localhost")).status).toBe(200);
    for (const target of [...targets, file]) {
      for (const second of ["evil.example", "si.localhost"]) {
        const { status } = await get(target, "host: si.localhost", `host: ${second}`);
        expect([target, second, status]).toEqual([target, second, 400]);
      }
      expect([target, (await get(target)).status]).toEqual([target, 400]);
    }
  });

  it("a target that names a host itself is refused", async () => {
    const { get } = await reached();
    const named = ["http://evil.example/contacto", "http://si.localhost/contacto", "evil.example:443", "*"];
    for (const target of named) {
      const { status, text } = await get(target, "host: si.localhost");
      expect([target, status]).toEqual([target, 400]);
      expect(text).not.toContain("evil.example");
    }
  });

  it("a host of nobody's has an answer of its own, without any brand's page", async () => {
    const { get } = await reached();
    for (const host of ["evil.example", "si.localhost.evil.example", "localhost.", "x.si.localhost"]) {
      const { status, text } = await get("/contacto", `host: ${host}`);
      expect([host, status]).toEqual([host, host.endsWith(".") ? 400 : 404]);
      expect(text.includes("ning\xc3\xban sitio en esta direcci")).toBe(status === 404);
      expect(text).not.toContain("<html");
      expect((await get("/api/runs?flow=contact", `host: ${host}`)).status).toBe(status);
    }
  });

  it("links lead to the brand's own host and to our port, whatever port was asked for", async () => {
    const { port, get } = await reached();
    const { text } = await get("/contacto", "host: SI.localhost:9999");
    expect(text).toContain(`<link rel="canonical" href="http://si.localhost:${port}/contacto">`);
    expect(text).not.toContain("9999");
  });

  it("they have the protocol and the port of PUBLIC_URL, also behind a proxy", async () => {
    const { get } = await reached({ PUBLIC_URL: "https://www.example.cl:8443", TRUST_PROXY: "loopback" });
    const forwarded = ["x-forwarded-for: 192.0.2.1", "x-forwarded-proto: javascript"];
    for (const headers of [[], forwarded]) {
      const { text } = await get("/contacto", "host: si.localhost:80", ...headers);
      expect(text).toContain('<link rel="canonical" href="https://si.localhost:8443/contacto">');
    }
  });

  it("a proxy's word for host and protocol is believed where the proxy is, and read as strictly", async () => {
    const canonical = async (env: Record<string, string>, ...headers: string[]) => {
      const { get } = await reached(env);
      const { status, text } = await get("/contacto", "host: si.localhost", ...headers);
      return [status, /rel="canonical" href="([^"]*)"/.exec(text)?.[1]?.replace(/:\d+/, ":port")];
    };
    const trusted = { TRUST_PROXY: "loopback" };
    const proxy = ["x-forwarded-for: 192.0.2.1", "x-forwarded-proto: https"];
    expect(await canonical(trusted, ...proxy)).toEqual([200, "https://si.localhost/contacto"]);
    expect(await canonical(trusted, ...proxy, "x-forwarded-host: WI.localhost:444")).toEqual([
      200,
      "https://wi.localhost/contacto",
    ]);
    for (const bad of ["si.localhost:443@evil.example", "si.localhost."]) {
      expect(await canonical(trusted, ...proxy, `x-forwarded-host: ${bad}`)).toEqual([400, undefined]);
    }
    expect(await canonical(trusted, ...proxy, "x-forwarded-host: evil.example")).toEqual([404, undefined]);
    expect(await canonical({}, ...proxy, "x-forwarded-host: wi.localhost")).toEqual([
      200,
      "http://si.localhost:port/contacto",
    ]);
  });
});

describe("pages for whoever builds the sites", () => {
  it.each<[string, number, ...string[]]>([
    ["localhost:3000", 200],
    ["127.0.0.1", 200],
    ["[::1]:3000", 200],
    ["si.localhost", 200],
    ["evil.example", 404],
    ["localhost.evil.example", 404],
    // A page of elsewhere whose name leads to this machine, and a proxy before which somebody else sits.
    ["rebound.evil.example:3000", 404],
    ["si.localhost", 404, "x-forwarded-for: 192.0.2.1"],
    ["localhost", 404, "via: 1.1 proxy"],
  ])("asked for at %s: %d", async (host, status, ...headers) => {
    const { get } = await reached({ TRUST_PROXY: "loopback" });
    for (const target of ["/_desarrollo", "/_desarrollo/galeria", "/_desarrollo/embed/example.html"]) {
      const answer = await get(target, `host: ${host}`, ...headers);
      expect([target, answer.status]).toEqual([target, status]);
    }
    expect((await get("/", `host: ${host}`, ...headers)).text.includes("Cada marca")).toBe(
      status === 200 && host !== "si.localhost",
    );
  });
});
