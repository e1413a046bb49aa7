import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { listedObjects } from "../../server/storage/bucket-list.ts";
import { bucketStorage } from "../../server/storage/bucket.ts";
import { folderStorage } from "../../server/storage/folder.ts";
import { nameOf } from "../../server/storage/names.ts";
import { openStorage, type Storage, type StoredObject } from "../../server/storage/storage.ts";
import { authorizationFor, signatureProblem, type SignedRequest } from "../support/aws-signature.ts";
import { startBucket, type Bucket, type Trouble } from "../support/bucket.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Keeps bytes as an upload does: from a file on its way. */
async function keep(storage: Storage, bytes: Buffer, name = nameOf(randomUUID())): Promise<string> {
  const path = join(storage.receiving, randomUUID());
  await writeFile(path, bytes);
  await storage.put(name, { path, size: bytes.length, type: "application/pdf" });
  return name;
}

const contentOf = async (storage: Storage, name: string): Promise<Buffer> =>
  await buffer(await storage.open(name));

const all = async (storage: Storage) => {
  const objects: StoredObject[] = [];
  for await (const object of storage.list()) objects.push(object);
  return objects.toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

const kinds: Record<string, () => Promise<Storage>> = {
  "a folder": async () =>
    await openStorage({ uploads: { folder: join(await temporaryFolder(), "a/b") }, dataDir: "" }),
  "a bucket": async () => {
    const bucket = await startBucket("site-1/up.loads/");
    bucket.page = 2;
    return await openStorage({ uploads: bucket.config, dataDir: await temporaryFolder() });
  },
  "a bucket without prefix": async () =>
    await openStorage({ uploads: (await startBucket("")).config, dataDir: await temporaryFolder() }),
};

describe.each(Object.entries(kinds))("%s", (_name, open) => {
  test("gives back what it took, whole, and again after it was replaced", async () => {
    const storage = await open();
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 1, "ñandú");
    const name = await keep(storage, bytes);
    expect((await contentOf(storage, name)).equals(bytes)).toBe(true);
    await keep(storage, Buffer.from("otra"), name);
    expect(String(await contentOf(storage, name))).toBe("otra");
    await storage.close();
  });

  test("lists all there is, and no more once it is removed; to remove it twice is no error", async () => {
    const storage = await open();
    expect(await all(storage)).toEqual([]);
    const names = [];
    for (let size = 1; size <= 5; size += 1) names.push(await keep(storage, Buffer.alloc(size)));
    const listed = await all(storage);
    expect(listed.map(({ name }) => name)).toEqual(names.toSorted());
    expect(listed.map(({ size }) => size).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    for (const { changed } of listed) expect(Math.abs(changed.getTime() - Date.now())).toBeLessThan(60_000);
    await storage.remove(names[0]!);
    await storage.remove(names[0]!);
    expect(await all(storage)).toHaveLength(4);
    await storage.close();
  });

  test("says that something is missing, and takes no other names than ours", async () => {
    const storage = await open();
    await expect(storage.open(nameOf(randomUUID()))).rejects.toMatchObject({ kind: "missing" });
    const copy = join(await temporaryFolder(), "copy");
    await expect(storage.copy(nameOf(randomUUID()), copy)).rejects.toMatchObject({ kind: "missing" });
    for (const name of ["../../etc/passwd", "ab/../../x", "", `zz/${randomUUID()}`, `ab/${randomUUID()}/x`]) {
      await expect(async () => await storage.open(name)).rejects.toThrow(/not a name/);
      await expect(async () => await storage.remove(name)).rejects.toThrow(/not a name/);
    }
    await storage.close();
  });

  test("copies into a new file, never over one", async () => {
    const storage = await open();
    const name = await keep(storage, Buffer.from("hola"));
    const copy = join(await temporaryFolder(), "copy");
    await storage.copy(name, copy);
    expect(await readFile(copy, "utf8")).toBe("hola");
    await expect(storage.copy(name, copy)).rejects.toThrow();
    await storage.close();
  });

  test("a file that is not as long as was said is not kept", async () => {
    const storage = await open();
    const path = join(storage.receiving, randomUUID());
    await writeFile(path, "hola");
    const name = nameOf(randomUUID());
    await expect(storage.put(name, { path, size: 9, type: "image/png" })).rejects.toThrow();
    await expect(storage.open(name)).rejects.toMatchObject({ kind: "missing" });
    await storage.close();
  });
});

describe("a folder", () => {
  test("is for its owner alone, also where it was there before, and sees what is its own", async () => {
    const folder = join(await temporaryFolder(), "uploads");
    await mkdir(join(folder, "ab"), { recursive: true, mode: 0o755 });
    await writeFile(join(folder, "ab", "nota.txt"), "x");
    await writeFile(join(folder, "léeme"), "x");
    const storage = await folderStorage(folder);
    const path = join(storage.receiving, randomUUID());
    await writeFile(path, "hola", { mode: 0o600 });
    // Not beside the note.
    const name = nameOf(randomUUID().replace(/^../, "cd"));
    await storage.put(name, { path, size: 4, type: "image/png" });
    expect((await all(storage)).map((one) => one.name)).toEqual([name]);
    expect(await readdir(storage.receiving)).toEqual([]);
    const modes = [folder, storage.receiving, join(folder, name.slice(0, 2)), join(folder, name)];
    const found = await Promise.all(modes.map(async (one) => (await stat(one)).mode & 0o777));
    expect(found).toEqual([0o700, 0o700, 0o700, 0o600]);
    await utimes(join(folder, name), 0, 1_700_000_000);
    expect((await all(storage))[0]!.changed).toEqual(new Date(1_700_000_000_000));
  });
});

describe("a bucket in trouble", () => {
  /** Milliseconds for one attempt. */
  const patient = 60_000;
  async function opened(limit = patient): Promise<{ bucket: Bucket; storage: Storage; name: string }> {
    const bucket = await startBucket();
    const storage = await bucketStorage(bucket.config, await temporaryFolder(), limit);
    const name = await keep(storage, Buffer.from("hola"));
    bucket.requests.length = 0;
    return { bucket, storage, name };
  }

  test.each<[string, Trouble, number, RegExp]>([
    ["an error of its own", { status: 500, code: "InternalError" }, 2, /500 InternalError/],
    ["too much to do", { status: 503, code: "SlowDown" }, 2, /503 SlowDown/],
    ["a refusal, which is not repeated", { status: 403, code: "AccessDenied" }, 1, /403 AccessDenied/],
    ["a bucket that is gone", { status: 404, code: "NoSuchBucket" }, 1, /404 NoSuchBucket/],
    ["a redirect, which is not followed", { status: 307, code: "TemporaryRedirect" }, 1, /307/],
    ["a connection that is cut", "cut off", 2, /cannot be reached/],
    ["silence", "silent", 1, /took too long/],
  ])("%s", async (_name, trouble, requests, words) => {
    const { bucket, storage, name } = await opened(trouble === "silent" ? 400 : patient);
    bucket.trouble = () => trouble;
    const operations = [
      () => keep(storage, Buffer.from("adiós"), name),
      () => storage.open(name),
      () => storage.remove(name),
      () => all(storage),
    ];
    for (const operation of operations) {
      bucket.requests.length = 0;
      const failure = await operation().then(
        () => undefined,
        (error: Error) => error,
      );
      expect(failure).toMatchObject({ kind: "unavailable", message: expect.stringMatching(words) });
      expect(failure!.message).not.toContain(bucket.config.secretAccessKey);
      expect(bucket.requests).toHaveLength(requests);
    }
    bucket.trouble = () => undefined;
    expect(String(await contentOf(storage, name))).toBe("hola");
    await storage.close();
  });

  test("what fails once is done at the second attempt", async () => {
    const { bucket, storage, name } = await opened();
    bucket.trouble = (_method, attempt) =>
      attempt % 2 === 1 ? { status: 503, code: "SlowDown" } : undefined;
    await keep(storage, Buffer.from("adiós"), name);
    expect(String(await contentOf(storage, name))).toBe("adiós");
    expect(bucket.requests).toHaveLength(4);
    await storage.close();
  });

  test("bytes that end too early are an error for whoever reads them", async () => {
    const { bucket, storage, name } = await opened();
    bucket.trouble = () => "cut within";
    const bytes = await storage.open(name);
    await expect(buffer(bytes)).rejects.toThrow();
    await storage.close();
  });

  test("a wrong secret opens nothing", async () => {
    const { bucket, name } = await opened();
    const config = { ...bucket.config, secretAccessKey: "another" };
    const storage = await bucketStorage(config, await temporaryFolder(), patient);
    await expect(storage.open(name)).rejects.toThrow(/SignatureDoesNotMatch/);
    await expect(keep(storage, Buffer.from("x"))).rejects.toThrow(/SignatureDoesNotMatch/);
    await storage.close();
  });

  test.each([
    ["nonsense", "<html>Bad gateway</html>"],
    ["half a list", "<ListBucketResult><Contents><Key>a</Key>"],
    ["more without a way on", "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"],
    [
      "an object without a time",
      "<ListBucketResult><Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>",
    ],
  ])("a list that is %s is none", (_name, page) => {
    expect(() => listedObjects(page)).toThrow(/cannot be read/);
  });
});

// The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
describe("what the stand-in checks signatures by", () => {
  const published = {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    region: "us-east-1",
  };
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const welcome = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";
  const example = (
    method: string,
    target: string,
    payloadHash: string,
    more: Record<string, string> = {},
  ): SignedRequest => ({
    method,
    target,
    payloadHash,
    headers: {
      host: "examplebucket.s3.amazonaws.com",
      "x-amz-content-sha256": payloadHash,
      "x-amz-date": "20130524T000000Z",
      ...more,
    },
  });
  const examples: [string, SignedRequest, string][] = [
    [
      "GET of an object",
      example("GET", "/test.txt", empty, { range: "bytes=0-9" }),
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ],
    [
      "PUT of an object",
      example("PUT", "/test$file.text", welcome, {
        date: "Fri, 24 May 2013 00:00:00 GMT",
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
      }),
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    ],
    [
      "GET of a setting",
      example("GET", "/?lifecycle", empty),
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    ],
    [
      "a list",
      example("GET", "/?max-keys=2&prefix=J", empty),
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    ],
  ];

  test.each(examples)("%s has Amazon's signature, and no other is right", (_name, request, signature) => {
    const authorization = authorizationFor(request, Object.keys(request.headers).toSorted(), published);
    expect(authorization.split("Signature=")[1]).toBe(signature);
    const now = new Date("2013-05-24T00:01:00Z");
    const sent = (given: string): SignedRequest => ({
      ...request,
      headers: { ...request.headers, authorization: given },
    });
    expect(signatureProblem(sent(authorization), published, now)).toBeUndefined();
    const other = authorization.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect(signatureProblem(sent(other), published, now)).toBe("SignatureDoesNotMatch");
    expect(signatureProblem(request, published, now)).toBe("AccessDenied");
    expect(signatureProblem(sent(authorization), published, new Date("2013-05-24T01:00:00Z"))).toBe(
      "RequestTimeTooSkewed",
    );
  });
});
