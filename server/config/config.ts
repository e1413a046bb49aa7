/** The environment, read once and checked. Nothing else in the server reads it. */
import { readContent, type ContentConfig } from "./content.ts";
import { readIdentity, type IdentityConfig } from "./identity.ts";
import { readFrames, type FramesConfig } from "./frames.ts";
import { readMaps, type MapsConfig } from "./maps.ts";
import { readMedia, type MediaConfig } from "./media.ts";
import { readNetwork, type NetworkConfig } from "./network.ts";
import { readPayments, type PaymentsConfig } from "./payments.ts";
import { readProtection, type ProtectionConfig } from "./protection.ts";
import { readServices, type ServicesConfig } from "./services.ts";
import { ConfigError, readSettings, type Env, type Settings } from "./settings.ts";
import { judgeServices, type Declared } from "./judge-services.ts";
import { unknownSettings } from "./names.ts";
import { readTags, type TagsConfig } from "./tags.ts";
import { readStorage, type StorageConfig } from "./storage.ts";

export { spaceFor, unknownContentBrands } from "./content.ts";
export { tokenFor, unknownServices, upstreamFor } from "./services.ts";
export { containerFor, unknownTagBrands } from "./tags.ts";
export { unknownIdentityBrands } from "./identity.ts";
export { unknownFrameBrands } from "./frames.ts";
export { definitionsDirOf } from "./storage.ts";
export { readDeclared } from "./declared.ts";
export { isEmbedded, servicesLines } from "./judge-services.ts";
export { misspeltText, unknownSettings } from "./names.ts";
export { ConfigError, type ConfigProblem } from "./settings.ts";

export interface Config
  extends
    NetworkConfig,
    ServicesConfig,
    StorageConfig,
    ProtectionConfig,
    ContentConfig,
    MediaConfig,
    PaymentsConfig,
    IdentityConfig {
  mode: "development" | "production";
  smtpUrl?: string;
  /** Whether browsers keep a page for when there is no connection; false takes it back from those that do. */
  offlinePage: boolean;
  /** Left out: pages draw a map of our own. */
  maps?: MapsConfig;
  /** Left out: no page loads a container of tags. */
  tags?: TagsConfig;
  /** Left out: no page shows a chat, nor anything of a social network. */
  frames?: FramesConfig;
}

/**
 * Reads the settings. Throws `ConfigError` with every wrong one; an empty setting counts as left out. `declared` is what the
 * definitions name: with it, a server is told what it would lack.
 */
export function readConfig(env: Env, declared?: Declared): Config {
  const settings = readSettings(env);
  const environment = settings.word("NODE_ENV", ["development", "production", "test"]);
  // What cannot be read is refused below; until then the stricter rules hold.
  const mode = settings.problems.length > 0 || environment === "production" ? "production" : "development";
  const smtp = settings.url("SMTP_URL", ["smtp:", "smtps:"]);
  const config: Config = {
    mode,
    offlinePage: settings.word("OFFLINE_PAGE", ["on", "off"]) === "on",
    ...readNetwork(settings),
    ...readServices(settings, mode === "production"),
    ...readStorage(settings, mode === "production"),
    ...readProtection(settings),
    ...readMaps(settings),
    ...readTags(settings),
    ...readFrames(settings),
    ...readContent(settings),
    ...readMedia(settings),
    ...readPayments(settings),
    ...readIdentity(settings, mode === "production"),
    ...(smtp ? { smtpUrl: smtp.href } : {}),
  };
  if (declared) {
    judgeServices(settings, config, declared);
    if (mode === "production") refuseMisspelt(settings, env);
  }
  if (settings.problems.length > 0) throw new ConfigError(settings.problems);
  return config;
}

/** One that is near to a setting that is left out is most likely that one: in production it is not passed over. */
function refuseMisspelt(settings: Settings, env: Env): void {
  for (const { name, meant, isMissing } of unknownSettings(env)) {
    if (isMissing) settings.refuse(name, `¿${meant}?`, `${meant}?`);
  }
}
