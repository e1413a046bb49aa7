import type { Migration } from "./migration.ts";

/** People on their way to an identity provider or from it, and by what they are signed out there. */
export const identityRequests: Migration = {
  name: "identity-requests",
  up: async ({ schema }) => {
    await schema
      .createTable("identity_requests")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("session", "text", (column) => column.notNull())
      .addColumn("details", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await schema
      .createIndex("identity_requests_by_session")
      .on("identity_requests")
      .column("session")
      .execute();
    await schema
      .createIndex("identity_requests_by_end")
      .on("identity_requests")
      .column("expires_at")
      .execute();
    await schema.alterTable("sign_ins").addColumn("id_token", "text").execute();
  },
};
