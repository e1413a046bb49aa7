/** Settings with which a server of a test runs as in production, where this program answers what it can. */
export const productionEnv = {
  NODE_ENV: "production",
  SERVICES_PORT: "off",
  EMBEDDED_SERVICES: "all",
};
