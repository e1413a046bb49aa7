/** What `npm run operate -- content` does: a link with which somebody sees content before it is live. */
import { parseArgs } from "node:util";
import { systemClock } from "../../server/clock.ts";
import type { Env } from "../../server/config/settings.ts";
import { unpublishedFolder } from "../../server/definitions/unpublished-files.ts";
import { makePreviewLink } from "../../server/operators/previews.ts";
import { withStore } from "../../server/operators/store.ts";
import { barText } from "../../server/preview/page.ts";
import { UsageError } from "../authors/project.ts";
import type { Printed } from "./command.ts";

const usage = `Uso: npm run operate -- content preview <MARCA> [--minutes n] [--path /página]
       un enlace para ver en el sitio de la marca su contenido sin publicar; vence
       a los 60 minutos, o a los que diga --minutes, hasta 10080 (una semana)`;

const maxMinutes = 10_080;

/** @throws {UsageError} for a wrong call. */
export async function operateContent(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      minutes: { type: "string", default: "60" },
      path: { type: "string", default: "/" },
    },
  });
  const [what, brand, ...more] = positionals;
  if (what !== "preview" || brand === undefined || more.length > 0) throw new UsageError(usage);
  const minutes = Number(values.minutes);
  if (!/^[1-9]\d{0,4}$/.test(values.minutes) || minutes > maxMinutes)
    throw new UsageError(`--minutes es un número de 1 a ${maxMinutes}.`);
  return await withStore(env, async (opened): Promise<Printed> => {
    const now = systemClock();
    const { path } = values;
    const { link, until, timeZone } = await makePreviewLink(opened, { brand, minutes, path, now });
    const where = opened.config.content
      ? "lo que en Contentful no está publicado"
      : `los archivos de ${unpublishedFolder}/${brand}`;
    return {
      text: `${link}\n${barText(until, now, timeZone)}. Muestra ${where}.\nQuien tenga el enlace lo ve: compártelo solo con quien deba.`,
      code: 0,
    };
  });
}
