/** Where things are kept: the database, what people upload, the files that definitions and reference data are. */
import { createSecretKey, type KeyObject } from "node:crypto";
import { join, resolve } from "node:path";
import { isPlainAddress } from "../mail-address.ts";
import type { Env, Settings } from "./settings.ts";

/** What an S3 bucket is reached by. */
export interface BucketConfig {
  bucket: string;
  /** Before each key; empty, or ending in `/`. */
  prefix: string;
  /** Base URL; the bucket's name follows as the first part of the path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface StorageConfig {
  /** Absolute path. What the server stores. */
  dataDir: string;
  /** Absolute path of the folder that holds `schemas/` and `brands/`. */
  definitionsDir: string;
  /** Whether what is saved there goes live at once, and not from the next start. */
  watchDefinitions: boolean;
  /** Absolute path of the folder that holds the reference data. */
  referenceDir: string;
  /** `postgres://…`; without it the database is a file in `dataDir`. */
  databaseUrl?: string;
  /** Seconds to wait at the start for a database that is away; 300 where it is left out. */
  databaseWait?: number;
  /** What seals personal data: the first one, while all of them open it. Without, one that is kept in `dataDir`. */
  dataKeys?: KeyObject[];
  /** Where uploads are kept: a folder, as an absolute path, or a bucket. */
  uploads: { folder: string } | BucketConfig;
  /** Bytes of the disk that uploads are received on that stay free. */
  uploadsFree: number;
  /** What scans uploads. Left out: nobody does, and they are judged by what they hold alone. */
  clamd?: { host: string; port: number } | { path: string };
  /** Where the ends of the chains of evidence are noted beside the file in `dataDir`. */
  evidenceHeads?: { mailto: string } | BucketConfig;
}

const projectRoot = resolve(import.meta.dirname, "../..");
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^[A-Za-z0-9/_.-]{0,200}$/;

/** What `s3://<bucket>/<prefix>` in a setting names, with the credentials that all such settings share. */
function bucketOf(
  settings: Settings,
  setting: string,
  text: string,
  other: [es: string, en: string],
): BucketConfig {
  const [, bucket = "", path = ""] = /^s3:\/\/([^/]*)(?:\/(.*))?$/.exec(text) ?? [];
  if (!bucketPattern.test(bucket) || !prefixPattern.test(path)) {
    settings.refuse(
      setting,
      `debe ser ${other[0]} o s3://<bucket>/<prefijo>`,
      `must be ${other[1]} or s3://<bucket>/<prefix>`,
    );
  }
  const region = settings.get("S3_REGION") ?? "us-east-1";
  const endpoint = settings.baseUrl("S3_ENDPOINT");
  const secret = (name: string): string => {
    const value = settings.get(name);
    if (value === undefined)
      settings.refuse(name, `falta para ${setting}=s3://…`, `is missing for ${setting}=s3://…`);
    return value ?? "";
  };
  return {
    bucket,
    prefix: path === "" || path.endsWith("/") ? path : `${path}/`,
    endpoint: endpoint?.slice(0, -1) ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKeyId: secret("S3_ACCESS_KEY_ID"),
    secretAccessKey: secret("S3_SECRET_ACCESS_KEY"),
  };
}

function uploadsOf(settings: Settings, dataDir: string): StorageConfig["uploads"] {
  const text = settings.get("UPLOADS");
  if (!text?.startsWith("s3:")) return { folder: resolve(text ?? join(dataDir, "uploads")) };
  return bucketOf(settings, "UPLOADS", text, ["una carpeta", "a folder"]);
}

/** Without SMTP a mail would be a file beside the one that the heads are in already. */
function evidenceHeadsOf(settings: Settings): StorageConfig["evidenceHeads"] {
  const text = settings.get("EVIDENCE_HEADS");
  if (text === undefined) return undefined;
  const mailto = /^mailto:(.*)$/.exec(text)?.[1];
  if (!isPlainAddress(mailto))
    return bucketOf(settings, "EVIDENCE_HEADS", text, ["mailto:<dirección>", "mailto:<address>"]);
  if (settings.get("SMTP_URL") === undefined)
    settings.refuse(
      "SMTP_URL",
      "falta para EVIDENCE_HEADS=mailto:…",
      "is missing for EVIDENCE_HEADS=mailto:…",
    );
  return { mailto };
}

const megabyte = 1024 * 1024;

const uploadsFreeOf = (settings: Settings): number =>
  megabyte *
  Number(
    settings.text(
      "UPLOADS_FREE",
      (text) => /^\d{1,9}$/.test(text),
      "debe ser un número de megabytes",
      "must be a number of megabytes",
    ) ?? 500,
  );

/** What `tcp://<host>:<port>` or `unix:<path>` names. */
function clamdOf(text: string): StorageConfig["clamd"] {
  const path = /^unix:(?:\/\/)?(\/[^\0]{1,100})$/.exec(text)?.[1];
  if (path !== undefined) return { path };
  const url = /^tcp:\/\/[^/@?#]+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.hostname === "" || url.port === "" || url.port === "0") return undefined;
  return { host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(url.port) };
}

/** Bytes of a key that seals personal data. */
export const dataKeyLength = 32;

/** Such a key as it is written down: in base64. Undefined where it is none. */
export function parseDataKey(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, "base64");
  const isKey = bytes.length === dataKeyLength && /^[A-Za-z0-9+/]{43}=$/.test(text);
  return isKey ? createSecretKey(bytes) : undefined;
}

function dataKeysOf(settings: Settings): KeyObject[] | undefined {
  const text = settings.get("DATA_KEY");
  if (text === undefined) return undefined;
  const keys = text.split(",").flatMap((one) => parseDataKey(one.trim()) ?? []);
  if (keys.length === text.split(",").length) return keys;
  settings.refuse(
    "DATA_KEY",
    "debe tener 32 bytes en base64; varias claves van separadas por comas",
    "must have 32 bytes in base64; several keys have commas between them",
  );
  return undefined;
}

/** Seconds that a server waits at its start for a database that is away. */
const databaseWait = (settings: Settings): number =>
  Number(
    settings.text(
      "DATABASE_WAIT",
      (text) => /^\d{1,5}$/.test(text),
      "debe ser un número de segundos de 0 a 99999",
      "must be a number of seconds from 0 to 99999",
    ) ?? 300,
  );

/** The folder of the definitions, before anything else is read. */
export const definitionsDirOf = (env: Env): string => resolve(env["DEFINITIONS_DIR"]?.trim() || projectRoot);

export function readStorage(settings: Settings, production: boolean): StorageConfig {
  const dataDir = resolve(settings.get("DATA_DIR") ?? join(projectRoot, "var"));
  const database = settings.url("DATABASE_URL", ["postgres:", "postgresql:"]);
  const dataKeys = dataKeysOf(settings);
  const evidenceHeads = evidenceHeadsOf(settings);
  const scanner = settings.text(
    "CLAMD",
    (text) => clamdOf(text) !== undefined,
    "debe ser tcp://<servidor>:<puerto> o unix:/<socket>",
    "must be tcp://<host>:<port> or unix:/<socket>",
  );
  const clamd = scanner === undefined ? undefined : clamdOf(scanner);
  if (production && database && settings.get("DATA_KEY") === undefined) {
    settings.refuse(
      "DATA_KEY",
      "falta: en producción, con DATABASE_URL, todos los servidores necesitan la misma clave (openssl rand -base64 32)",
      "is missing: in production, with DATABASE_URL, all servers need the same key (openssl rand -base64 32)",
    );
  }
  return {
    dataDir,
    definitionsDir: resolve(settings.get("DEFINITIONS_DIR") ?? projectRoot),
    watchDefinitions: settings.word("DEFINITIONS_WATCH", ["on", "off"]) === "on",
    referenceDir: resolve(settings.get("REFERENCE_DIR") ?? join(projectRoot, "fixtures/reference")),
    ...(database ? { databaseUrl: database.href, databaseWait: databaseWait(settings) } : {}),
    ...(dataKeys ? { dataKeys } : {}),
    ...(evidenceHeads ? { evidenceHeads } : {}),
    uploads: uploadsOf(settings, dataDir),
    uploadsFree: uploadsFreeOf(settings),
    ...(clamd ? { clamd } : {}),
  };
}
