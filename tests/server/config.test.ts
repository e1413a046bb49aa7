import { resolve } from "node:path";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  ConfigError,
  readConfig,
  spaceFor,
  tokenFor,
  containerFor,
  unknownContentBrands,
  unknownTagBrands,
  unknownServices,
  upstreamFor,
} from "../../server/config/config.ts";
import { projectRoot } from "./parts.ts";
import { testDataKey } from "../support/data-keys.ts";

const key = "0123456789abcdef";
const keys = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "word" };
const contentful = { CONTENT: "contentful", CONTENTFUL_SPACE: "space1", CONTENTFUL_TOKEN: "word" };

describe("readConfig", () => {
  test("an empty environment is development on localhost", () => {
    expect(readConfig({})).toEqual({
      mode: "development",
      offlinePage: true,
      host: "localhost",
      port: 3000,
      services: { port: 3001 },
      dataDir: resolve(projectRoot, "var"),
      definitionsDir: projectRoot,
      referenceDir: resolve(projectRoot, "fixtures/reference"),
      uploads: { folder: resolve(projectRoot, "var/uploads") },
      media: { folder: resolve(projectRoot, "fixtures/media") },
      uploadsFree: 500 * 1024 * 1024,
      watchDefinitions: true,
      trustProxy: false,
      secureCookies: "auto",
      drainSeconds: 0,
      limitFactor: 1,
      payments: { port: 3002, given: {} },
      upstreams: {},
      tokens: {},
    });
  });

  test.each([
    [{ PORT: "0" }, { port: 0 }],
    [{ PORT: " 8080 " }, { port: 8080 }],
    [{ PORT: "" }, { port: 3000 }],
    [{ HOST: "::" }, { host: "::" }],
    [{ HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
    [{ SERVICES_PORT: "off" }, { services: { port: "off" } }],
    [{ SERVICES_PORT: "off" }, { payments: { port: "off", given: {} } }],
    [{ SERVICES_PORT: "off", PAYMENTS_PORT: "4000" }, { payments: { port: 4000, given: {} } }],
    [
      { WEBPAY_URL: "https://webpay.example", WEBPAY_CODE_SI: "597055555532" },
      {
        payments: {
          port: 3002,
          given: { WEBPAY_URL: "https://webpay.example/", WEBPAY_CODE_SI: "597055555532" },
        },
      },
    ],
    [{ SERVICES_PORT: "0", SERVICES_KEY: key }, { services: { port: 0, key } }],
    [
      { NODE_ENV: "production", SERVICES_KEY: key },
      { mode: "production", services: { port: 3001, key } },
    ],
    [
      { NODE_ENV: "production", SERVICES_PORT: "off" },
      { mode: "production", services: { port: "off" } },
    ],
    [{ NODE_ENV: "test" }, { mode: "development" }],
    [{ DEFINITIONS_WATCH: "off" }, { watchDefinitions: false }],
    [{ OFFLINE_PAGE: "off" }, { offlinePage: false }],
    [{ DATA_DIR: "/srv/data/" }, { dataDir: "/srv/data" }],
    [{ SMTP_URL: "smtp://user:word@mail.example:587" }, { smtpUrl: "smtp://user:word@mail.example:587" }],
    [{ PUBLIC_URL: "https://autos.example" }, { secureCookies: true }],
    [{ PUBLIC_URL: "http://autos.example" }, { secureCookies: false }],
    [{ TRUST_PROXY: "true" }, { trustProxy: true, secureCookies: "auto" }],
    [{ TRUST_PROXY: "0" }, { trustProxy: false }],
    [{ TRUST_PROXY: "10.0.0.0/8, ::1,loopback" }, { trustProxy: ["10.0.0.0/8", "::1", "loopback"] }],
    [
      { UPSTREAM_CLIENT_SERVICE_SI: "https://api.example/base" },
      { upstreams: { CLIENT_SERVICE_SI: "https://api.example/base/" } },
    ],
    [{ DATABASE_URL: "postgres://u:p@db.example/v" }, { databaseUrl: "postgres://u:p@db.example/v" }],
    [{ MEDIA_DIR: projectRoot }, { media: { folder: projectRoot } }],
    [{ MEDIA_URL: "https://media.example/autos" }, { media: { url: "https://media.example/autos/" } }],
    [{ CLAMD: "tcp://clamd.example:3310" }, { clamd: { host: "clamd.example", port: 3310 } }],
    [{ CLAMD: "tcp://[::1]:3310" }, { clamd: { host: "::1", port: 3310 } }],
    [{ CLAMD: "unix:/run/clamav/clamd.ctl" }, { clamd: { path: "/run/clamav/clamd.ctl" } }],
    [{ UPLOADS: "/srv/files" }, { uploads: { folder: "/srv/files" } }],
    [
      { UPLOADS: "s3://autos/web", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "word" },
      {
        uploads: {
          bucket: "autos",
          prefix: "web/",
          endpoint: "https://s3.us-east-1.amazonaws.com",
          region: "us-east-1",
          accessKeyId: "id",
          secretAccessKey: "word",
        },
      },
    ],
    [
      { EVIDENCE_HEADS: "mailto:auditoria@autos.example", SMTP_URL: "smtp://mail.example" },
      { evidenceHeads: { mailto: "auditoria@autos.example" } },
    ],
    [
      { EVIDENCE_HEADS: "s3://autos/a/b", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "word" },
      {
        evidenceHeads: {
          bucket: "autos",
          prefix: "a/b/",
          endpoint: "https://s3.us-east-1.amazonaws.com",
          region: "us-east-1",
          accessKeyId: "id",
          secretAccessKey: "word",
        },
      },
    ],
    [{ CAPTCHA: "off" }, {}],
    [
      { CAPTCHA: "turnstile", CAPTCHA_SITE_KEY: "site", CAPTCHA_SECRET: "word" },
      {
        captcha: {
          provider: "turnstile",
          siteKey: "site",
          secret: "word",
          verifyUrl: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
          scriptUrl: "https://challenges.cloudflare.com/turnstile/v0/api.js",
        },
      },
    ],
    [
      { TAG_CONTAINER: "GTM-ABCD123", TAG_CONTAINER_WI: "GTM-WXYZ9" },
      {
        tags: {
          scriptUrl: "https://www.googletagmanager.com/gtm.js",
          containers: { "": "GTM-ABCD123", WI: "GTM-WXYZ9" },
        },
      },
    ],
    [{ METRICS_KEY: key }, { metricsKey: key }],
    [{ LIMIT_FACTOR: "2.5" }, { limitFactor: 2.5 }],
    [{ DRAIN_SECONDS: "15" }, { drainSeconds: 15 }],
    [{ TOKEN_CRM: "abc" }, { tokens: { CRM: "abc" } }],
    [
      { CONTENT: "contentful", CONTENTFUL_SPACE: "space1", CONTENTFUL_TOKEN: "word" },
      {
        content: {
          url: "https://cdn.contentful.com",
          locale: "es",
          refresh: 60,
          spaces: { "": { space: "space1", environment: "master", token: "word" } },
        },
      },
    ],
    [
      {
        CONTENT: "contentful",
        CONTENTFUL_URL: "http://127.0.0.1:4000/base/",
        CONTENTFUL_LOCALE: "es-CL",
        CONTENT_REFRESH: "2.5",
        CONTENTFUL_SPACE: "space1",
        CONTENTFUL_ENVIRONMENT: "staging",
        CONTENTFUL_TOKEN: "word",
        CONTENTFUL_SPACE_WI: "space2",
        CONTENTFUL_TOKEN_WI: "other",
      },
      {
        content: {
          url: "http://127.0.0.1:4000/base",
          locale: "es-CL",
          refresh: 2.5,
          spaces: {
            "": { space: "space1", environment: "staging", token: "word" },
            WI: { space: "space2", environment: "staging", token: "other" },
          },
        },
      },
    ],
  ])("%j", (env, expected) => {
    expect(readConfig(env as Record<string, string>)).toMatchObject(expected);
  });

  test.each([
    ["PORT", { PORT: "http" }],
    ["PORT", { PORT: "65536" }],
    ["PORT", { PORT: "-1" }],
    ["PORT", { PORT: "off" }],
    ["SERVICES_PORT", { SERVICES_PORT: "none" }],
    ["PAYMENTS_PORT", { PAYMENTS_PORT: "none" }],
    ["WEBPAY_URL", { WEBPAY_URL: "webpay" }],
    ["WEBPAY_KEY", { WEBPAY_KEY: "a key" }],
    ["WEBPAY_COMMERCE", { WEBPAY_COMMERCE: "1" }],
    ["NIUBIZ_MERCHANT_EUR", { NIUBIZ_MERCHANT_EUR: "1" }],
    ["HOST", { HOST: "http://localhost" }],
    ["SMTP_URL", { SMTP_URL: "mail.example" }],
    ["SMTP_URL", { SMTP_URL: "https://mail.example" }],
    ["SERVICES_KEY", { SERVICES_KEY: "short" }],
    ["SERVICES_KEY", { SERVICES_KEY: "0123456789 abcdef" }],
    ["SERVICES_KEY", { NODE_ENV: "production" }],
    ["PUBLIC_URL", { PUBLIC_URL: "autos.example" }],
    ["TRUST_PROXY", { TRUST_PROXY: "yes" }],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/33" }],
    ["NODE_ENV", { NODE_ENV: "prod", SERVICES_PORT: "off" }],
    ["DEFINITIONS_WATCH", { DEFINITIONS_WATCH: "no" }],
    ["OFFLINE_PAGE", { OFFLINE_PAGE: "no" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://db.example/v" }],
    ["DATA_KEY", { DATA_KEY: "short" }],
    ["DATA_KEY", { DATA_KEY: `${testDataKey},` }],
    ["DATA_KEY", { DATA_KEY: Buffer.alloc(31).toString("base64") }],
    [
      "DATA_KEY",
      { NODE_ENV: "production", SERVICES_PORT: "off", DATABASE_URL: "postgres://u:p@db.example/v" },
    ],
    ["CLAMD", { CLAMD: "clamd.example:3310" }],
    ["CLAMD", { CLAMD: "tcp://clamd.example" }],
    ["CLAMD", { CLAMD: "unix:clamd.ctl" }],
    ["UPLOADS", { UPLOADS: "s3://A", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "word" }],
    ["S3_SECRET_ACCESS_KEY", { UPLOADS: "s3://autos", S3_ACCESS_KEY_ID: "id" }],
    ["SMTP_URL", { EVIDENCE_HEADS: "mailto:auditoria@autos.example" }],
    ["S3_SECRET_ACCESS_KEY", { EVIDENCE_HEADS: "s3://autos", S3_ACCESS_KEY_ID: "id" }],
    ...["mailto:a@b.example,c@d.example", "mailto:", "/srv/heads", "s3://A"].map(
      (text): [string, Record<string, string>] => [
        "EVIDENCE_HEADS",
        { EVIDENCE_HEADS: text, S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "word" },
      ],
    ),
    ["MEDIA_DIR", { MEDIA_DIR: "/there/is/none" }],
    ["MEDIA_DIR", { MEDIA_DIR: projectRoot, MEDIA_URL: "https://media.example" }],
    ["MEDIA_URL", { MEDIA_URL: "media.example" }],
    ["MEDIA_URL", { MEDIA_URL: "https://media.example/?a=1" }],
    ["WEBPAY_URL_SI", { WEBPAY_URL_SI: "https://webpay.example/?a=1" }],
    ["S3_ENDPOINT", { UPLOADS: "s3://autos", ...keys, S3_ENDPOINT: "https://s3.example/#a" }],
    // With a password alone, no user.
    ["MEDIA_URL", { MEDIA_URL: "https://:word@media.example/" }],
    ["UPSTREAM_CRM", { UPSTREAM_CRM: "https://:word@crm.example/" }],
    ["CONTENTFUL_URL", { ...contentful, CONTENTFUL_URL: "https://:word@cdn.example" }],
    ["CAPTCHA", { CAPTCHA: "other" }],
    ["CAPTCHA_SECRET", { CAPTCHA: "recaptcha", CAPTCHA_SITE_KEY: "site" }],
    ["METRICS_KEY", { METRICS_KEY: "short" }],
    ["TAG_CONTAINER", { TAG_CONTAINER: "UA-12345" }],
    ["TAG_CONTAINER_SI", { TAG_CONTAINER_SI: 'GTM-ABC"><script>' }],
    ["TAG_CONTAINERS", { TAG_CONTAINERS: "GTM-ABCD123" }],
    ["LIMIT_FACTOR", { LIMIT_FACTOR: "0" }],
    ["LIMIT_FACTOR", { LIMIT_FACTOR: "-1" }],
    ["LIMIT_FACTOR", { LIMIT_FACTOR: "off" }],
    ["LIMIT_FACTOR", { LIMIT_FACTOR: "1000001" }],
    ["DRAIN_SECONDS", { DRAIN_SECONDS: "301" }],
    ["DRAIN_SECONDS", { DRAIN_SECONDS: "1.5" }],
    ["TOKEN_CRM", { TOKEN_CRM: "two words" }],
    ["TOKEN_crm", { TOKEN_crm: "word" }],
    ["UPSTREAM_CRM", { UPSTREAM_CRM: "ftp://crm.example" }],
    ["UPSTREAM_CRM", { UPSTREAM_CRM: "https://crm.example/?a=1" }],
    ["UPSTREAM_CRM", { UPSTREAM_CRM: "https://user:word@crm.example/" }],
    ["UPSTREAM_crm", { UPSTREAM_crm: "https://crm.example" }],
    ["CONTENT", { CONTENT: "other" }],
    ["CONTENTFUL_SPACE", { CONTENT: "contentful", CONTENTFUL_TOKEN: "word" }],
    ["CONTENTFUL_SPACE", { ...contentful, CONTENTFUL_SPACE: "../other" }],
    ["CONTENTFUL_TOKEN", { CONTENT: "contentful", CONTENTFUL_SPACE: "space1" }],
    ["CONTENTFUL_TOKEN", { ...contentful, CONTENTFUL_TOKEN: "two words" }],
    ["CONTENTFUL_TOKEN_WI", { ...contentful, CONTENTFUL_TOKEN_WI: "two words" }],
    ["CONTENTFUL_URL", { ...contentful, CONTENTFUL_URL: "http://cdn.example" }],
    ["CONTENTFUL_URL", { ...contentful, CONTENTFUL_URL: "https://user:word@cdn.example" }],
    ["CONTENTFUL_LOCALE", { ...contentful, CONTENTFUL_LOCALE: "español" }],
    ["CONTENT_REFRESH", { ...contentful, CONTENT_REFRESH: "0" }],
    ["CONTENT_REFRESH", { ...contentful, CONTENT_REFRESH: "86401" }],
  ])("refuses %s in %j", (name, env) => {
    let error: unknown;
    try {
      readConfig(env);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).problems.map((problem) => problem.name)).toEqual([name]);
  });

  test("names all that is wrong at once, in both languages, and repeats no value", () => {
    const env = {
      PORT: "x",
      SMTP_URL: "secret-word",
      SERVICES_KEY: "secret-word",
      TRUST_PROXY: "secret-word",
    };
    expect(() => readConfig(env)).toThrow(ConfigError);
    try {
      readConfig(env);
    } catch (error) {
      const { message } = error as Error;
      for (const name of Object.keys(env)) expect(message).toContain(`  ${name}: `);
      expect(message).toContain("debe ser un número de 0 a 65535 / must be a number from 0 to 65535");
      expect(message).not.toContain("secret-word");
    }
  });
});

describe("upstreams", () => {
  const { upstreams, tokens } = readConfig({
    TOKEN_CLIENT_SERVICE_SI: "si",
    TOKEN_BRANCH: "none",
    UPSTREAM_CLIENT_SERVICE: "https://all.example",
    UPSTREAM_CLIENT_SERVICE_SI: "https://si.example",
    UPSTREAM_CRMM: "https://crm.example",
  });

  test.each([
    ["clientService", "SI", "https://si.example/"],
    ["clientService", "WI", "https://all.example/"],
    ["branchOffice", "SI", undefined],
  ])("%s for %s", (service, brand, expected) => {
    expect(upstreamFor({ upstreams }, service, brand)).toBe(expected);
  });

  test("tokens go by the same names", () => {
    expect(tokenFor({ tokens }, "clientService", "SI")).toBe("si");
    expect(tokenFor({ tokens }, "clientService", "WI")).toBeUndefined();
  });

  test("a misspelt one is named", () => {
    expect(unknownServices({ upstreams, tokens }, ["clientService", "crm"], ["SI", "WI"])).toEqual([
      "UPSTREAM_CRMM",
      "TOKEN_BRANCH",
    ]);
  });
});

test("a brand has its own space or the usual one, and a misspelt brand is named", () => {
  const env = { ...contentful, CONTENTFUL_SPACE_WI: "space2", CONTENTFUL_ENVIRONMENT_WII: "staging" };
  const config = readConfig(env);
  expect(spaceFor(config.content!, "WI").space).toBe("space2");
  expect(spaceFor(config.content!, "SI").space).toBe("space1");
  expect(unknownContentBrands(config, ["SI", "WI"])).toEqual(["WII"]);
  expect(unknownContentBrands(readConfig({}), ["SI"])).toEqual([]);
});

test("several keys of personal data are read in order, and none of them is shown", () => {
  const other = Buffer.alloc(32, 7).toString("base64");
  const { dataKeys } = readConfig({ DATA_KEY: ` ${testDataKey}, ${other} ` });
  expect(dataKeys!.map((one) => one.export().toString("base64"))).toEqual([testDataKey, other]);
  expect(`${JSON.stringify(dataKeys)} ${inspect(dataKeys)}`).not.toContain(testDataKey.slice(0, 20));
});

test("a brand's pages load its own container of tags or the usual one, and none where there is none", () => {
  const { tags } = readConfig({ TAG_CONTAINER_WI: "GTM-WXYZ9", TAG_CONTAINER_WII: "GTM-WXYZ8" });
  expect(containerFor(tags, "WI")).toBe("GTM-WXYZ9");
  expect(containerFor(tags, "SI")).toBeUndefined();
  expect(containerFor(readConfig({ TAG_CONTAINER: "GTM-ABCD1" }).tags, "SI")).toBe("GTM-ABCD1");
  expect(unknownTagBrands(tags, ["SI", "WI"])).toEqual(["WII"]);
  expect(readConfig({})).not.toHaveProperty("tags");
});
