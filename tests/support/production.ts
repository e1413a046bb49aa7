/** Settings with which a server of a test runs as in production, where every service is somewhere. */
const nowhere = "http://127.0.0.1:9/";

export const productionEnv = {
  NODE_ENV: "production",
  SERVICES_PORT: "off",
  EMBEDDED_SERVICES: "all",
  UPSTREAM_APPOINTMENT: nowhere,
  UPSTREAM_CAR_INFORMATION: nowhere,
  UPSTREAM_CUSTOMER_BRANCH_OFFICE: nowhere,
  UPSTREAM_GAC_SOAP: nowhere,
  UPSTREAM_MPP: nowhere,
  UPSTREAM_SERVICE_TEMPLATE: nowhere,
};
