import { appendFile, readdir, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { nameOf } from "../../server/storage/names.ts";
import { migrations } from "../../server/store/migrations.ts";
import { openStore } from "../../server/store/store.ts";
import { makeBackup } from "../../server/operators/backup/make.ts";
import type { BackupManifest } from "../../server/operators/backup/manifest.ts";
import { putBack } from "../../server/operators/backup/put-back.ts";
import { startBucket } from "../support/bucket.ts";
import { installedPostgres } from "../support/installed-postgres.ts";
import { emptyTarget, rowsOf, someData } from "./backup-parts.ts";
import { pdf } from "./files-parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a file that went while the backup was made is not named by what is restored", async () => {
  const { config, storage, ids } = await someData();
  await storage.remove(nameOf(ids[0]!));
  const folder = join(await temporaryFolder(), "backup");
  const manifest = await makeBackup(config, folder);
  expect(manifest.gone).toEqual([ids[0]]);
  const target = await emptyTarget();
  await putBack(target, folder);
  expect((await rowsOf(target)).files).toEqual([ids[1]]);
  expect(await readFile(join(target.dataDir, "mail/m-1.eml"), "utf8")).toBe("Subject: hola\r\n\r\n");
});

test("uploads in a bucket are copied down and up again, or left where they are", async () => {
  const bucket = await startBucket();
  const { config, storage, ids } = await someData(bucket.config);
  const folder = await temporaryFolder();
  const whole = await makeBackup(config, join(folder, "whole"));
  expect(whole.files.filter(({ path }) => path.startsWith("uploads/"))).toHaveLength(2);
  const without = await makeBackup(config, join(folder, "without"), { withUploads: false });
  expect([without.uploads, without.files.length]).toEqual(["left out", 2]);
  await storage.close();

  const other = await startBucket("other/");
  const target = { ...(await emptyTarget()), uploads: other.config };
  await putBack(target, join(folder, "whole"));
  expect([...other.objects.keys()].toSorted()).toEqual(ids.map((id) => `other/${nameOf(id)}`).toSorted());
  const emptied = { ...(await emptyTarget()), uploads: (await startBucket()).config };
  await putBack(emptied, join(folder, "without"));
  expect((await rowsOf(emptied)).files).toEqual(ids.toSorted());

  bucket.trouble = () => ({ status: 503, code: "SlowDown" });
  await expect(makeBackup(config, join(folder, "cut"))).rejects.toThrow(/SlowDown/);
  // Nothing that looks like a backup, and nothing else.
  expect((await readdir(folder)).toSorted()).toEqual(["whole", "without"]);
});

const damages: [string, (folder: string, manifest: BackupManifest) => Promise<void>, RegExp][] = [
  [
    "a byte more",
    (folder) => appendFile(join(folder, "database.sqlite"), "x"),
    /database\.sqlite está dañado/,
  ],
  [
    "another byte",
    async (folder, { files }) => {
      const path = join(folder, files.find((file) => file.path.startsWith("uploads/"))!.path);
      const bytes = await readFile(path);
      bytes[3] = bytes[3]! ^ 1;
      await unlink(path);
      await writeFile(path, bytes);
    },
    /uploads\/.* está dañado/,
  ],
  ["a missing file", (folder) => rm(join(folder, "mail/m-1.eml")), /le falta mail\/m-1\.eml/],
  ["no manifest", (folder) => rm(join(folder, "manifest.json")), /No hay un respaldo/],
  [
    "half a manifest",
    (folder) => writeFile(join(folder, "manifest.json"), '{"product":'),
    /No hay un respaldo/,
  ],
  [
    "a path that leads elsewhere",
    (folder, manifest) => {
      const files = [...manifest.files, { path: "../../x", size: 0, sha256: "0".repeat(64) }];
      return writeFile(join(folder, "manifest.json"), JSON.stringify({ ...manifest, files }));
    },
    /dañado o es de otra versión/,
  ],
  [
    "a newer version",
    (folder, manifest) =>
      writeFile(
        join(folder, "manifest.json"),
        JSON.stringify({ ...manifest, schema: migrations.length + 1 }),
      ),
    /versión más nueva/,
  ],
  [
    "another kind of database",
    async (folder, manifest) => {
      await rename(join(folder, "database.sqlite"), join(folder, "database.dump"));
      const files = manifest.files.map((file) =>
        file.path === "database.sqlite" ? { ...file, path: "database.dump" } : file,
      );
      await writeFile(
        join(folder, "manifest.json"),
        JSON.stringify({ ...manifest, database: "postgresql", files }),
      );
    },
    /es de postgresql/,
  ],
];

test.each(damages)("a backup with %s is refused, and changes nothing", async (_name, damage, words) => {
  const { config } = await someData();
  const folder = join(await temporaryFolder(), "backup");
  await damage(folder, await makeBackup(config, folder));
  const target = await emptyTarget();
  await expect(putBack(target, folder)).rejects.toThrow(words);
  expect(await readdir(target.dataDir)).toEqual([]);
});

test("what is there is replaced only on demand, also where it is damaged", async () => {
  const { config, ids } = await someData();
  const folder = join(await temporaryFolder(), "backup");
  await makeBackup(config, folder);
  const other = await someData();
  await expect(putBack(other.config, folder)).rejects.toThrow(/--replace/);
  expect((await rowsOf(other.config)).files).toEqual(other.ids.toSorted());
  await putBack(other.config, folder, { replace: true });
  expect(await rowsOf(other.config)).toEqual({ files: ids.toSorted(), runs: [{ answers: '{"a":"ñ"}' }] });
  await writeFile(join(other.config.dataDir, "vitrina.sqlite"), "no es una base de datos".repeat(1000));
  await expect(putBack(other.config, folder)).rejects.toThrow();
  await putBack(other.config, folder, { replace: true });
  expect((await rowsOf(other.config)).files).toEqual(ids.toSorted());
});

test("PostgreSQL: dumped while it is written to, refused where it is used, put back whole", async (context) => {
  const urls = await installedPostgres(["first", "second", "strange"]);
  if (!urls) context.skip("this machine has no PostgreSQL with its programs");
  const [first, second, strange] = urls as [string, string, string];
  const { config, storage, ids } = await someData(undefined, first);
  await storage.remove(nameOf(ids[1]!));
  const store = await openStore(config);
  let going = true;
  let written = 0;
  const writing = (async () => {
    while (going) {
      const row = { id: `w-${written}`, brand: "SI", created_at: "2026-11-21T12:00:00.000Z" };
      await store.db.insertInto("sessions").values(row).execute();
      written += 1;
    }
  })();
  while (written < 20) await wait(5);
  const before = written;
  const folder = join(await temporaryFolder(), "backup");
  const manifest = await makeBackup(config, folder);
  going = false;
  await writing;
  expect(written).toBeGreaterThan(before);
  expect(manifest).toMatchObject({ database: "postgresql", schema: migrations.length, gone: [ids[1]] });
  expect(manifest.rows["sessions"]).toBeGreaterThanOrEqual(before + 1);

  const target = { ...(await emptyTarget()), databaseUrl: second };
  await putBack(target, folder);
  const restored = await openStore(target);
  const sessions = await restored.db.selectFrom("sessions").select("id").execute();
  // As many as were counted: both looked at the same moment.
  expect(sessions).toHaveLength(manifest.rows["sessions"]!);
  await expect(putBack(target, folder, { replace: true })).rejects.toThrow(/detén los servidores/);
  await restored.close();
  await store.close();
  await expect(putBack(target, folder)).rejects.toThrow(/--replace/);
  await putBack(target, folder, { replace: true });
  expect(await rowsOf(target)).toEqual({ files: [ids[0]], runs: [{ answers: '{"a":"ñ"}' }] });
  expect(await readFile(join(target.uploads.folder, nameOf(ids[0]!)))).toEqual(pdf);

  const client = new pg.Client(strange);
  await client.connect();
  await client.query("create table payroll (id int)");
  await client.end();
  const others = { ...(await emptyTarget()), databaseUrl: strange };
  await expect(putBack(others, folder, { replace: true })).rejects.toThrow(/otro programa/);
});
