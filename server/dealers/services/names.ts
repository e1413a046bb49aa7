/** Names of the services that live in this process, for whoever asks before there is a store. */
export const dealerServiceNames = [
  "appraisal",
  "branchOffice",
  "buyingFlow",
  "catalog",
  "clientService",
  "crm",
  "email",
  "financial",
  "fleets",
  "kinto",
  "lead",
  "report",
  "reservation",
  "testDrive",
] as const;
