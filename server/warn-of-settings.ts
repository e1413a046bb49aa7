import type { Definitions } from "./definitions/definitions.ts";
import type { Log } from "./log.ts";
import {
  unknownContentBrands,
  unknownFrameBrands,
  unknownIdentityBrands,
  unknownServices,
  unknownTagBrands,
  type Config,
} from "./config/config.ts";

/** Settings that are allowed and hardly ever meant. */
export function warnOfSettings(config: Config, definitions: Definitions, log: Log): void {
  if (config.mode === "production" && config.smtpUrl === undefined) {
    log.warn(
      "SMTP_URL falta: los correos quedan en archivos y no se envían / mails are only written to files",
    );
  }
  if (config.mode === "production" && config.trustProxy === true) {
    log.warn(
      "TRUST_PROXY=true: cualquiera puede decir su dirección y los límites no sirven / anybody may name his address, limits are worth nothing",
    );
  }
  const live = definitions.live();
  const services = live.flatMap(({ private: { calls } }) =>
    Object.values(calls).map(({ service }) => service),
  );
  const brands = live.map(({ brand }) => brand);
  for (const brand of unknownContentBrands(config, brands)) {
    log.warn(`CONTENTFUL_…_${brand}: no hay tal marca / there is no such brand`);
  }
  for (const brand of unknownTagBrands(config.tags, brands)) {
    log.warn(`TAG_CONTAINER_${brand}: no hay tal marca / there is no such brand`);
  }
  for (const brand of unknownIdentityBrands(config, brands)) {
    log.warn(`OIDC_…_${brand}: no hay tal marca / there is no such brand`);
  }
  for (const name of unknownFrameBrands(config.frames, brands)) {
    log.warn(`${name}: no hay tal marca / there is no such brand`);
  }
  for (const name of unknownServices(config, [...new Set(services)], brands)) {
    log.warn(`${name}: no hay tal servicio o marca / there is no such service or brand`);
  }
}
