/**
 * What the server is measured against, as a process of its own: Fastify alone, with a buffer that was made before, and
 * with one insert into `node:sqlite` for each request. `bare.ts <folder> <bytes of a row> <headers>`; says its port.
 */
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";

const [folder = "", size = "4096", headers = "{}"] = process.argv.slice(2);
const buffer = readFileSync(join(folder, "buffer"));
const given = JSON.parse(headers) as Record<string, string>;
const database = new DatabaseSync(join(folder, "bare.sqlite"));
database.exec("pragma journal_mode = wal; pragma synchronous = full;");
database.exec("create table rows (id integer primary key, content text not null) strict");
const insert = database.prepare("insert into rows (content) values (?)");

const server = Fastify({ logger: false });
server.get("/buffer", (_request, reply) => reply.headers(given).send(buffer));
server.post("/insert", (request, reply) => {
  // What was sent is stored, filled up to what the product keeps of it.
  const { lastInsertRowid } = insert.run(JSON.stringify(request.body).padEnd(Number(size), "."));
  return reply.send({ stored: Number(lastInsertRowid) });
});
await server.listen({ port: 0, host: "127.0.0.1" });
console.log((server.server.address() as AddressInfo).port);
process.once("SIGTERM", () => {
  void server.close().then(() => database.close());
});
