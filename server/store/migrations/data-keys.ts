import type { Migration } from "./migration.ts";

/** Which keys have sealed values here, and by what submissions are found. */
export const dataKeys: Migration = {
  name: "data keys",
  up: async ({ schema }) => {
    await schema
      .createTable("data_keys")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("proof", "text", (column) => column.notNull())
      .addColumn("done", "text", (column) => column.notNull())
      .addColumn("since", "text", (column) => column.notNull())
      .execute();

    await schema
      .createTable("identifiers")
      .addColumn("submission", "text", (column) => column.notNull().references("submissions.id"))
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("identifiers_key", ["submission", "path"])
      .execute();
    await schema.createIndex("identifiers_by_hash").on("identifiers").column("hash").execute();
  },
};
