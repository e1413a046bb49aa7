/** Where each service that the definitions name is answered, and what is missing for it in production. */
import type { Config } from "./config.ts";
import type { Declared } from "./declared.ts";
import { settingName, tokenFor, upstreamFor, type ServicesConfig } from "./services.ts";
import type { Settings } from "./settings.ts";

export type { Declared } from "./declared.ts";

type ServiceSettings = Pick<Config, "mode"> &
  Pick<ServicesConfig, "upstreams" | "tokens" | "embeddedServices">;

const brandsWithout = (
  brands: string[],
  find: (brand: string) => string | undefined,
): { missing: string[]; words: string } => {
  const missing = brands.filter((brand) => find(brand) === undefined);
  return { missing, words: missing.length === brands.length ? "" : ` (${missing.join(", ")})` };
};

/** Whether this program answers it where no upstream does: in production what a setting names, in development all it can. */
export const isEmbedded = (
  { mode, embeddedServices: named = [] }: Pick<ServiceSettings, "mode" | "embeddedServices">,
  name: string,
): boolean => mode !== "production" || named.includes(name) || named.includes("all");

/** In production nothing is answered here that no setting names: what is embedded answers with reference data. */
export function judgeServices(settings: Settings, config: ServiceSettings, declared: Declared): void {
  const { services, embedded } = declared;
  for (const name of config.embeddedServices ?? []) {
    if (name === "all" || embedded.includes(name)) continue;
    const known = embedded.join(", ");
    settings.refuse(
      "EMBEDDED_SERVICES",
      `«${name}» no está aquí: ${known}`,
      `"${name}" is not here: ${known}`,
    );
  }
  if (config.mode !== "production") return;
  for (const { name, brands, needsToken } of services) {
    if (embedded.includes(name) && isEmbedded(config, name)) continue;
    const without = brandsWithout(brands, (brand) => upstreamFor(config, name, brand));
    if (without.missing.length > 0) {
      const here = embedded.includes(name)
        ? [", o nómbralo en EMBEDDED_SERVICES", ", or name it in EMBEDDED_SERVICES"]
        : ["", ""];
      settings.refuse(
        `UPSTREAM_${settingName(name)}`,
        `falta: dónde responde el servicio ${name}${without.words}${here[0]}`,
        `is missing: where the service ${name} answers${without.words}${here[1]}`,
      );
    }
    const tokenless = brandsWithout(brands, (brand) => tokenFor(config, name, brand));
    if (needsToken && tokenless.missing.length > 0) {
      settings.refuse(
        `TOKEN_${settingName(name)}`,
        `falta: con qué nos conoce el servicio ${name}${tokenless.words}`,
        `is missing: by what the service ${name} knows us${tokenless.words}`,
      );
    }
  }
}

/** A line for each service: where it goes, and whether it has a token. */
export function servicesLines(config: ServiceSettings, { services, brands, embedded }: Declared): string[] {
  return services.map(({ name, brands: callers }) => {
    const targets = new Map<string, string[]>();
    for (const brand of brands) {
      const base = upstreamFor(config, name, brand);
      const token =
        tokenFor(config, name, brand) === undefined ? "sin token / no token" : "con token / with token";
      const here =
        embedded.includes(name) && isEmbedded(config, name)
          ? "embebido / embedded"
          : callers.includes(brand)
            ? "sin destino: sus llamadas fallan / nowhere: its calls fail"
            : "sin destino, ninguna página lo usa / nowhere, no page uses it";
      const target = base === undefined ? here : `${base} (${token})`;
      targets.set(target, [...(targets.get(target) ?? []), brand]);
    }
    const parts = [...targets].map(([target, of]) =>
      targets.size === 1 ? target : `${of.join(", ")}: ${target}`,
    );
    return `${name}: ${parts.join("; ")}`;
  });
}
