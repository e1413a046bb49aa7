/** What keeps a server from starting is one sentence in both languages, and never a stack. */
import { execFile, spawn } from "node:child_process";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readConfig, readDeclared, servicesLines, unknownSettings } from "../../server/config/config.ts";
import { settingNames } from "../../server/config/names.ts";
import { embeddedNames } from "../../server/embedded-backends.ts";
import { databaseFile } from "../../server/store/store.ts";
import { processEnv } from "../support/process-env.ts";
import { productionEnv } from "../support/production.ts";
import { smallDisk } from "../support/small-disk.ts";
import { createServices } from "../../server/services/services.ts";
import { keptLog, projectCalls, projectServices, projectRoot, revisionOf, temporaryStore } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Starts the server as production does, and waits until it has ended. */
async function start(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(join(projectRoot, "node_modules/.bin/node"), ["server/main.ts"], {
    cwd: projectRoot,
    env: { ...processEnv(), PORT: "0", SERVICES_PORT: "off", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      // Whatever it says then: a second signal would end it at once.
      if (!child.killed && said.includes("Vitrina está lista")) child.kill("SIGTERM");
    });
  const [code] = await new Promise<[number | null]>((resolve) =>
    child.once("close", (...given) => resolve([given[0]])),
  );
  return { code, said };
}

async function taken(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** What is wrong, and what is said. `undefined` where this machine cannot make it so. */
const problems: Record<string, [() => Promise<Record<string, string> | undefined>, RegExp]> = {
  "a folder that is read-only": [
    async () => {
      const folder = await smallDisk(1024 * 1024);
      if (folder) await promisify(execFile)("mount", ["-o", "remount,ro", folder]);
      return folder === undefined ? undefined : { DATA_DIR: folder };
    },
    /es de solo lectura.*is read-only/,
  ],
  "a disk that is full": [
    async () => {
      const folder = await smallDisk(64 * 1024);
      if (folder) await writeFile(join(folder, "full"), Buffer.alloc(64 * 1024));
      return folder === undefined ? undefined : { DATA_DIR: folder };
    },
    /está lleno.*is full/,
  ],
  "a file in the place of the folder": [
    async () => {
      const file = join(await temporaryFolder(), "file");
      await writeFile(file, "");
      return { DATA_DIR: file };
    },
    /no es una carpeta.*is not a folder/,
  ],
  "a database that is none": [
    async () => {
      const folder = await temporaryFolder();
      await writeFile(join(folder, "vitrina.sqlite"), "x".repeat(8192));
      return { DATA_DIR: folder };
    },
    /está dañada o es otro archivo.*is damaged or another file/,
  ],
  "a database of a newer program": [
    async () => {
      const folder = await temporaryFolder();
      const database = new DatabaseSync(databaseFile(folder));
      database.exec(
        "create table migrations (version integer primary key, name text not null, applied_at text not null)",
      );
      database.exec("insert into migrations values (1000, 'x', 'x')");
      database.close();
      return { DATA_DIR: folder };
    },
    /^La base de datos es de una versión más nueva \(1000\).*is of a newer version/m,
  ],
  "a port in use": [
    async () => ({ DATA_DIR: await temporaryFolder(), HOST: "127.0.0.1", PORT: String(await taken()) }),
    /está ocupado.*is in use/,
  ],
  "an address of another machine": [
    async () => ({ DATA_DIR: await temporaryFolder(), HOST: "203.0.113.7" }),
    /no tiene la dirección de HOST.*does not have the address of HOST/,
  ],
  "a bad key": [
    async () => ({ DATA_DIR: await temporaryFolder(), DATA_KEY: "abc" }),
    /DATA_KEY: debe tener 32 bytes.*must have 32 bytes/,
  ],
  "a database that is away": [
    async () => ({
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: `postgres://u:p@127.0.0.1:9/v`,
      DATABASE_WAIT: "2",
    }),
    /no respondió en 2 s.*did not answer within 2 s/,
  ],
};

test.each(Object.entries(problems))("%s", async (_name, [prepare, words]) => {
  const env = await prepare();
  if (!env) return;
  const { code, said } = await start(env);
  expect([code, said]).toEqual([1, expect.stringMatching(words)]);
  expect(said).not.toMatch(/^\s+at /m);
  if (env["DATABASE_WAIT"]) expect(said).toContain("se espera hasta 2 s");
});

test("in production all that is missing is told at once, and nothing is invented unasked", async () => {
  const { code, said } = await start({
    DATA_DIR: await temporaryFolder(),
    NODE_ENV: "production",
    PORTT: "80",
    PORT: "",
  });
  expect(code).toBe(1);
  for (const line of [
    "UPSTREAM_BRANCH_OFFICE: falta: dónde responde el servicio branchOffice, o nómbralo en EMBEDDED_SERVICES",
    "PORTT: ¿PORT? / PORT?",
  ])
    expect(said).toContain(line);
  // A page of a flow leads to it.
  expect(said).toContain("UPSTREAM_RESERVATION");
  expect(said).not.toContain("Vitrina está lista");
});

test("the product as it is starts in production where it answers itself", async () => {
  const folder = await temporaryFolder();
  // Of one that was killed before it had told where it listens.
  const left = join(folder, "server.json.812");
  await writeFile(left, "{}");
  await utimes(left, 0, 0);
  const { code, said } = await start({ ...productionEnv, DATA_DIR: folder });
  expect([code, said]).toEqual([0, expect.stringContaining("Vitrina está lista")]);
  expect((await readdir(folder)).filter((name) => name.startsWith("server.json"))).toEqual(["server.json"]);
});

const declared = readDeclared(projectRoot, embeddedNames);
const wrong = (env: Record<string, string>): string[] => {
  try {
    readConfig(env, declared);
    return [];
  } catch (error) {
    return (error as { problems: { name: string }[] }).problems.map(({ name }) => name);
  }
};

test.each<[string, Record<string, string>, string[]]>([
  ["each has an upstream or is named", productionEnv, []],
  ["development needs neither", { SERVICES_PORT: "off" }, []],
  [
    "one that is named by nobody",
    { ...productionEnv, EMBEDDED_SERVICES: embeddedNames.filter((name) => name !== "crm").join(", ") },
    ["UPSTREAM_CRM"],
  ],
  [
    "one that is for a brand alone",
    {
      ...productionEnv,
      EMBEDDED_SERVICES: embeddedNames.filter((name) => name !== "crm").join(","),
      UPSTREAM_CRM_SI: "http://a.example/",
    },
    ["UPSTREAM_CRM"],
  ],
  [
    "those that no page calls",
    {
      ...productionEnv,
      EMBEDDED_SERVICES:
        "account,appointment,appraisal,branchOffice,buyingFlow,carInformation,catalog,clientService,crm,customerBranchOffice,documents,email,financial,fleets,gacSoap,kinto,lead,mpp,payments,report,reservation,serviceTemplate,site,testDrive,tradeIn",
    },
    [],
  ],
  ["a name that there is not", { ...productionEnv, EMBEDDED_SERVICES: "all,crmm" }, ["EMBEDDED_SERVICES"]],
])("services in production: %s", (_name, env, expected) => {
  expect(wrong(env)).toEqual(expected);
});

test.each([
  [{ PORTT: "1" }, [["PORTT", "PORT", true]]],
  [{ PORTT: "1", PORT: "2" }, [["PORTT", "PORT", false]]],
  [{ DATABSE_URL: "x" }, [["DATABSE_URL", "DATABASE_URL", true]]],
  [{ TRUST_PORXY: "x" }, [["TRUST_PORXY", "TRUST_PROXY", true]]],
  [{ CAPTCHA_COLOR: "x" }, [["CAPTCHA_COLOR", undefined, false]]],
  [
    {
      PATH: "x",
      HOME: "x",
      LANG: "x",
      HOSTNAME: "x",
      TERM: "x",
      UPSTREAM_CRM: "x",
      TOKEN_X: "x",
      PORTT: " ",
    },
    [],
  ],
])("settings that look like ours: %j", (env, expected) => {
  expect(
    unknownSettings(env as Record<string, string>).map(({ name, meant, isMissing }) => [
      name,
      meant,
      isMissing,
    ]),
  ).toEqual(expected);
});

test("every setting that is read is known by its name", () => {
  const given: Record<string, string> = {
    CONTENT: "contentful",
    CAPTCHA: "recaptcha",
    UPLOADS: "s3://bucket/a",
  };
  const read = new Set<string>();
  const seen = new Proxy(given, {
    get: (target, name: string) => {
      read.add(name);
      return target[name];
    },
  });
  expect(() => readConfig(seen)).toThrow(/S3_ACCESS_KEY_ID/);
  const names = [...read].filter((name) => !settingNames.some((known) => known === name));
  expect([read.size > 25, names]).toEqual([true, []]);
});

test("each service is listed with where it goes and whether it has its token", () => {
  const config = readConfig({
    UPSTREAM_CRM: "https://crm.example",
    TOKEN_CRM: "t",
    UPSTREAM_KINTO_SI: "https://k.example",
  });
  // As of a service that no page of ours needs.
  const services = [...declared.services, { name: "unused", brands: [], needsToken: false }];
  const lines = servicesLines(config, { ...declared, services });
  expect(lines).toContain("crm: https://crm.example/ (con token / with token)");
  expect(lines.find((line) => line.startsWith("kinto:"))).toMatch(
    /CL.*: embebido \/ embedded; SI: https:\/\/k\.example\/ \(sin token/,
  );
  expect(lines).toContain("report: embebido / embedded");
  expect(lines).toContain("unused: sin destino, ninguna página lo usa / nowhere, no page uses it");
});

test("a service is of the brands whose screens lead to it", async () => {
  const root = await temporaryFolder();
  const calls = (call: string) => ({ data: { a: { call } } });
  const files: Record<string, unknown> = {
    "brands/AA/brand.json": { screens: ["home", "form"] },
    "brands/BB/brand.json": { screens: ["home"] },
    "schemas/screens/home.json": { screen: "home", blocks: [{ block: "flow", flow: "short" }] },
    "schemas/screens/form.json": { screen: "form", blocks: [{ block: "flow", flow: "first" }] },
    "schemas/screens/draft.json": { screen: "draft", blocks: [{ block: "flow", flow: "draft" }] },
    "schemas/kinds/place.json": { kind: "place", options: { call: "shared.all" } },
    "schemas/flows/short/flow.json": calls("near.all"),
    "schemas/flows/first/flow.json": { ...calls("near.all"), onContinue: [{ begin: "second" }] },
    "schemas/flows/second/flow.json": {
      submit: { deliver: [{ call: "far.send" }] },
      back: { begin: "first" },
    },
    "schemas/flows/draft/flow.json": calls("nowhere.all"),
    "schemas/flows/short/examples/one.json": { calls: ["example.all", { begin: "draft" }] },
  };
  for (const name of ["near.all", "far.send", "shared.all", "nowhere.all", "example.all"]) {
    const [service, call] = name.split(".");
    files[`schemas/services/${service}.json`] = { service, calls: { [call!]: {} } };
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), JSON.stringify(content));
  }
  const { services } = readDeclared(root, []);
  expect(Object.fromEntries(services.map(({ name, brands }) => [name, brands.join(" ")]))).toEqual({
    near: "AA BB",
    far: "AA",
    shared: "AA BB",
    nowhere: "",
    example: "",
  });
});

test("in production what no setting names is not answered here, whatever comes to call it", async () => {
  const { store } = await temporaryStore();
  const embedded = await projectServices();
  const call = async (env: Record<string, string>): Promise<boolean> => {
    const config = readConfig({ SERVICES_PORT: "off", ...env });
    const services = createServices({ store, config, log: keptLog(), embedded });
    const revision = await revisionOf("SI", await projectCalls());
    const { ok } = await services.call({ revision, call: "testDrive.brands", input: {}, key: "k" });
    await services.close();
    return ok;
  };
  const production = { NODE_ENV: "production" };
  expect(await call({})).toBe(true);
  expect(await call({ ...production, EMBEDDED_SERVICES: "crm,testDrive" })).toBe(true);
  expect(await call({ ...production, EMBEDDED_SERVICES: "crm" })).toBe(false);
});

test("the names of what is embedded are those of what is embedded", async () => {
  const { store } = await temporaryStore();
  const create = await projectServices();
  expect(
    // Accounts, payments and the search of the site are the server's own.
    [
      "account",
      "payments",
      "site",
      ...create({ store, clock: () => new Date() }).map(({ service }) => service),
    ].toSorted(),
  ).toEqual([...embeddedNames].toSorted());
});
