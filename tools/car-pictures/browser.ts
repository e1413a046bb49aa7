import { join } from "node:path";
import { chromium, type Page } from "playwright";
import { build } from "vite";
import type { Paint } from "./build-car.ts";
import type { Frame } from "./stage.ts";
import type { CarModel } from "./types.ts";

/** Raw pixels: RGBA, the top row first. */
export interface Drawn {
  data: Buffer;
  width: number;
  height: number;
}

export interface CarStage {
  load: (model: CarModel, cell?: number) => Promise<void>;
  paint: (paint: Paint) => Promise<void>;
  draw: (frame: Frame) => Promise<Drawn>;
  close: () => Promise<void>;
}

const software = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

/** A headless browser that draws cars by software. */
export async function openStage(executablePath: string, script: string): Promise<CarStage> {
  const browser = await chromium.launch({ executablePath, args: software });
  const page: Page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.addScriptTag({ content: script });
  const sound = (): void => {
    if (problems.length > 0) throw new Error(`the stage: ${problems.join("; ").slice(0, 2_000)}`);
  };
  sound();
  return {
    async load(model, cell) {
      await page.evaluate(([one, size]) => window.stage.load(one, size), [model, cell] as const);
      sound();
    },
    async paint(paint) {
      await page.evaluate((one) => window.stage.paint(one), paint);
    },
    async draw(frame) {
      const text = await page.evaluate((one) => window.stage.draw(one), frame);
      sound();
      return { data: Buffer.from(text, "base64"), width: frame.width, height: frame.height };
    },
    close: () => browser.close(),
  };
}

/** All that draws, in one script without comments. */
export async function stageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      minify: true,
      lib: { entry: join(import.meta.dirname, "stage.ts"), formats: ["iife"], name: "carStage" },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !("output" in first)) throw new Error("the stage was not built");
  return first.output[0].code;
}
