/** The two kinds of load: one address again and again, and requests each of which is sent once. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Pool } from "undici";
import type { Press } from "../../../tests/faults/load-driver.ts";
import { pinned } from "./processes.ts";

const autocannon = join(import.meta.dirname, "../../../node_modules/autocannon/autocannon.js");

interface Cannon {
  requests: { total: number };
  duration: number;
  "2xx": number;
  non2xx: number;
  errors: number;
}

/** Requests a second that an address answers, over so many seconds. Throws where one of them fails. */
export async function readRate(
  url: string,
  headers: Record<string, string>,
  seconds: number,
  connections = 32,
): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const words = [process.execPath, autocannon, "--json", "-c", String(connections), "-d", String(seconds)];
  const all = [...pinned("load"), ...words, ...given, url];
  const child = spawn(all[0]!, all.slice(1), { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) text += chunk as string;
  const { duration, non2xx, errors, ...told } = JSON.parse(text) as Cannon;
  if (non2xx + errors > 0 || told["2xx"] === 0) {
    throw new Error(`${url}: ${told["2xx"]} well, ${non2xx} refused, ${errors} errors`);
  }
  return told["2xx"] / duration;
}

/** Sends each once over so many connections: how many a second were answered. Throws where one is not 200. */
export async function pressRate(origin: string, presses: Press[], connections = 32): Promise<number> {
  const pool = new Pool(origin, { connections });
  const waiting = [...presses];
  const one = async (): Promise<void> => {
    for (let press = waiting.pop(); press; press = waiting.pop()) {
      const { statusCode, body } = await pool.request({ method: "POST", ...press });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${press.path}: ${statusCode} ${text}`);
    }
  };
  const began = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, one));
    return presses.length / ((performance.now() - began) / 1000);
  } finally {
    await pool.close();
  }
}
