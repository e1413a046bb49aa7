/**
 * AWS Signature Version 4 as Amazon documents it, from the secret alone: what a stand-in checks requests by. It shares
 * nothing with what signs them in the server.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
import { createHash, createHmac } from "node:crypto";

export interface SignedRequest {
  method: string;
  /** Path and query as they were sent. */
  target: string;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  /** What the signature says that the body's SHA-256 is, in hex. */
  payloadHash: string;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** All but unreserved characters, in capitals. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function canonicalQuery(query: string): string {
  const pairs = query === "" ? [] : query.split("&").map((pair) => pair.split("="));
  return pairs
    .map(([name = "", value = ""]) =>
      [name, value].map((part) => encode(decodeURIComponent(part.replaceAll("+", " ")))),
    )
    .toSorted(([a = "", x = ""], [b = "", y = ""]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map((pair) => pair.join("="))
    .join("&");
}

/** The `Authorization` header that a request with these signed headers must have. */
export function authorizationFor(
  request: SignedRequest,
  signedHeaders: string[],
  { accessKeyId, secretAccessKey, region }: Credentials,
): string {
  const [path = "", query = ""] = request.target.split("?");
  const time = request.headers["x-amz-date"] ?? "";
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonical = [
    request.method,
    path
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${(request.headers[name] ?? "").trim().replaceAll(/ +/g, " ")}`),
    "",
    signedHeaders.join(";"),
    request.payloadHash,
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return (
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},` +
    `SignedHeaders=${signedHeaders.join(";")},Signature=${hmac(key, toSign).toString("hex")}`
  );
}

/** Why a request is not signed as it has to be, in S3's own words; undefined where it is. */
export function signatureProblem(
  request: SignedRequest,
  credentials: Credentials,
  now: Date,
): string | undefined {
  const given = (request.headers["authorization"] ?? "").replaceAll(/,\s+/g, ",");
  const signed = /SignedHeaders=([a-z0-9;-]+)/.exec(given)?.[1]?.split(";");
  if (signed === undefined) return "AccessDenied";
  const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(request.headers["x-amz-date"] ?? "");
  if (!time) return "AccessDenied";
  const [year, month, day, hour, minute, second] = time.slice(1).map(Number);
  const sent = Date.UTC(year!, month! - 1, day, hour, minute, second);
  if (Math.abs(now.getTime() - sent) > 15 * 60_000) return "RequestTimeTooSkewed";
  const isWhole =
    signed.includes("host") &&
    Object.keys(request.headers).every((name) => !name.startsWith("x-amz-") || signed.includes(name));
  if (!isWhole) return "AccessDenied";
  return authorizationFor(request, signed, credentials) === given ? undefined : "SignatureDoesNotMatch";
}
