/** Lines of the log for whoever writes definitions at a terminal: what is wrong is read there, not parsed. */
import type { DestinationStream } from "pino";

const levels: Record<number, string> = { 40: "aviso / warning: ", 50: "error: ", 60: "error: " };
const ofEveryLine: ReadonlySet<string> = new Set(["level", "time", "pid", "hostname", "msg"]);

/** A line of the log as text; one that is no JSON stays as it is. */
function readableLine(line: string): string {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, time, msg = "" } = given;
  const text = String(msg);
  // What is told of a file begins with an empty line, and names itself.
  if (text.startsWith("\n")) return `${text}\n`;
  const at = typeof time === "number" ? `${new Date(time).toTimeString().slice(0, 8)} ` : "";
  const more = Object.entries(given).flatMap(([key, value]) =>
    ofEveryLine.has(key) ? [] : [`${key}=${typeof value === "string" ? value : JSON.stringify(value)}`],
  );
  return `${at}${levels[Number(level)] ?? ""}${[text, ...more].join(" ")}\n`;
}

/** Where the log goes at a terminal, save in production, where programs read it; undefined elsewhere. */
export const readableLog = (
  output: Pick<NodeJS.WriteStream, "isTTY" | "write">,
  mode: "development" | "production",
): DestinationStream | undefined =>
  output.isTTY && mode !== "production"
    ? { write: (line: string) => void output.write(readableLine(line)) }
    : undefined;
