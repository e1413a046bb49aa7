/** The files for containers, systemd and a proxy name what there is. */
import { existsSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { readConfig, readDeclared } from "../../server/config/config.ts";
import { embeddedNames } from "../../server/embedded-backends.ts";
import { inputs } from "../../tools/build.ts";
import { operatorCommands } from "../../tools/operators/commands.ts";
import { root } from "../support/definitions.ts";

const folder = join(root, "docs/deploy");
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const [dockerfile, compose, caddyfile, unit, example] = [
  "Dockerfile",
  "compose.yaml",
  "Caddyfile",
  "vitrina.service",
  "vitrina.env.example",
].map(read) as [string, string, string, string, string];

/** `NAME=value` in a text, by lines or by spaces. */
const assigned = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(?<=^|\s)([A-Z][A-Z0-9_]*)=(\S*)/gm)].map(([, name, value]) => [name, value]),
  );

/** A part of the compose file, by its indentation. */
function part(name: string, within = compose): string {
  const [, indent = ""] = new RegExp(`^( *)${name}:$`, "m").exec(within) ?? [];
  const after = within
    .slice(within.search(new RegExp(`^ *${name}:$`, "m")))
    .split("\n")
    .slice(1);
  const end = after.findIndex((line) => line.trim() !== "" && !line.startsWith(`${indent} `));
  return after.slice(0, end < 0 ? undefined : end).join("\n");
}

const composed = Object.fromEntries(
  [...part("environment", part("vitrina")).matchAll(/^ +([A-Z_]+): (.+)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]),
);
const ofImage = assigned(/^ENV (.+)$/m.exec(dockerfile)![1]!);
const ofUnit = assigned(/^Environment=(.+)$/m.exec(unit)![1]!);
const ofExample = assigned(example);
const dataKey = Buffer.alloc(32, 7).toString("base64");

/** What is copied into the image by name. */
const copied = (): string[] => /^COPY (package.*) \.\/$/m.exec(dockerfile)![1]!.split(" ");

test("every setting that they name is one that the server reads, by the table in docs/running.md", () => {
  const running = readFileSync(join(root, "docs/running.md"), "utf8");
  const rows = running.split("\n").filter((line) => line.startsWith("| `"));
  const known = rows.flatMap((row) =>
    [...row.split("|")[1]!.matchAll(/`([A-Z0-9_<>]+)`/g)].map(([, name]) => name!),
  );
  const patterns = known.map((name) => new RegExp(`^${name.replaceAll(/<[A-Z]+>/g, "[A-Z0-9_]+")}$`));
  const named = [ofImage, composed, ofUnit, ofExample].flatMap((one) => Object.keys(one));
  expect(named).toEqual(expect.arrayContaining(["HOST", "DATABASE_URL", "TRUST_PROXY", "SMTP_URL"]));
  expect(named.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
});

test("with them the server reads its settings: for production, by every address, from the proxy's alone", () => {
  const filled = Object.fromEntries(
    Object.entries(composed).map(([name, value]) => [name, value.replaceAll(/\$\{\w+:\?\}/g, "x")]),
  );
  const env = { ...ofExample, ...ofImage, ...filled, PUBLIC_URL: "https://si.example.cl", DATA_KEY: dataKey };
  // Each service that the definitions call has its place in the example.
  const declared = readDeclared(root, embeddedNames);
  const config = readConfig({ ...env, METRICS_KEY: "a-key-of-sixteen-or-more" }, declared);
  expect(config).toMatchObject({
    mode: "production",
    host: "0.0.0.0",
    port: 3000,
    dataDir: "/data",
    secureCookies: true,
    trustProxy: ["172.30.0.2"],
  });
  expect(part("proxy")).toContain("ipv4_address: 172.30.0.2");
  // Docker gives other addresses from here, in the order of starting.
  expect(compose).toContain("subnet: 172.30.0.0/24, ip_range: 172.30.0.128/25");
});

test("with the example's settings filled in as the README says, the unit starts in production", () => {
  const filled = { PUBLIC_URL: "https://si.example.cl", DATA_KEY: dataKey, TRUST_PROXY: "loopback" };
  const env = { ...ofExample, ...ofUnit, ...filled };
  const config = readConfig(env, readDeclared(root, embeddedNames));
  expect(config).toMatchObject({ mode: "production", host: "localhost", dataDir: "/var/lib/vitrina" });
});

test("what they start and copy is there, and the ports meet", () => {
  for (const [text, prefix] of [
    [dockerfile, "/app/"],
    [unit, "/opt/vitrina/"],
  ] as const) {
    const files = [
      ...text.matchAll(new RegExp(`${prefix}((?:server|docs|node_modules|tools)/[\\w./-]+)`, "g")),
    ];
    expect(files.length).toBeGreaterThan(1);
    for (const [, path] of files) expect([path, existsSync(join(root, path!))]).toEqual([path, true]);
  }
  for (const path of copied()) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  expect(compose).toContain("dockerfile: docs/deploy/Dockerfile");
  expect(compose).toContain(`VITRINA: vitrina:${ofImage["PORT"]}`);
  for (const mounted of ["./Caddyfile"]) {
    expect(compose).toContain(`- ${mounted}:`);
    expect(existsSync(join(folder, mounted))).toBe(true);
  }
  for (const name of ["SITE_HOSTS", "VITRINA"]) {
    expect(caddyfile).toContain(`{$${name}`);
    expect(part("environment", part("proxy"))).toContain(`${name}:`);
  }
});

test("operators' commands run where the server does, with its settings and with the programs that they need", () => {
  const guide = read("README.md");
  const commands = [...guide.matchAll(/node_modules\/\.bin\/node (\S+) (\S+)/g)];
  expect(commands.length).toBeGreaterThan(3);
  for (const [, file, name] of commands) {
    expect([file, existsSync(join(root, file!))]).toEqual([file, true]);
    if (name !== '"$@"') expect(Object.keys(operatorCommands)).toContain(name);
  }
  // As the unit has them.
  const given = [...guide.matchAll(/--setenv=(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(given)).toEqual(ofUnit);
  expect(unit).toContain(`EnvironmentFile=${/EnvironmentFile=(\S+)/.exec(guide)![1]}`);
  const served = Number(/image: postgres:(\d+)/.exec(compose)![1]);
  expect(Number(/postgresql-client-(\d+)/.exec(dockerfile)![1])).toBeGreaterThanOrEqual(served);
});

test("the image is built with all that the build reads", () => {
  const ignored = read("Dockerfile.dockerignore")
    .split("\n")
    .map((line) => line.trim());
  // As Docker reads them: the last line that matches decides.
  const isLeftOut = (path: string): boolean =>
    ignored
      .filter((line) => line !== "" && !line.startsWith("#"))
      .reduce((out, line) => {
        const pattern = line.replace(/^!/, "");
        const matches = matchesGlob(path, pattern) || path.startsWith(`${pattern}/`);
        return matches ? !line.startsWith("!") : out;
      }, false);
  const needed = [
    ...copied(),
    ...inputs,
    "server/main.ts",
    "brands/SI/brand.json",
    "schemas/language/flow.schema.json",
  ];
  expect(needed.length).toBeGreaterThan(10);
  expect(needed.filter(isLeftOut)).toEqual([]);
  for (const secret of [".env", "docs/deploy/.env", "docs/deploy/vitrina.env", "var/data.db", ".git/config"])
    expect([secret, isLeftOut(secret)]).toEqual([secret, true]);
});

test("the proxy and the server meet in one network, where the proxy has the address that is trusted", () => {
  const networksOf = (service: string): string[] => {
    const own = part(service);
    const inline = /^ +networks: \[(.+)\]$/m.exec(own)?.[1];
    return inline === undefined
      ? [...part("networks", own).matchAll(/^ +(\w+):/gm)].map(([, name]) => name!)
      : inline.split(", ");
  };
  const [proxy, server, database] = ["proxy", "vitrina", "db"].map(networksOf) as [
    string[],
    string[],
    string[],
  ];
  expect(proxy.filter((name) => server.includes(name))).toEqual(["between"]);
  expect(proxy.filter((name) => database.includes(name))).toEqual([]);
  expect(part("between", part("networks", compose.slice(compose.indexOf("\nnetworks:"))))).toContain(
    "internal: true",
  );
});

test("nobody is root, nothing but the data can be written, and signals reach the server", () => {
  const lines = dockerfile.split("\n");
  expect(lines.find((line) => line.startsWith("USER "))).toBe("USER 10001:10001");
  expect(lines.filter((line) => /^(CMD|ENTRYPOINT)/.test(line))).toEqual([
    'CMD ["/app/node_modules/.bin/node", "--max-semi-space-size=32", "/app/server/main.ts"]',
  ]);
  for (const service of ["proxy", "vitrina"]) {
    for (const held of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"])
      expect([service, part(service).includes(held)]).toEqual([service, true]);
  }
  for (const held of [
    "User=vitrina",
    "ProtectSystem=strict",
    "NoNewPrivileges=true",
    "CapabilityBoundingSet=",
  ])
    expect(unit.split("\n")).toContain(held);
});
