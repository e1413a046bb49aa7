import type { Migration } from "./migration.ts";

export const appointments: Migration = {
  name: "appointments",
  up: async ({ schema }) => {
    await schema
      .createTable("appointments")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("uuid", "text", (column) => column.notNull())
      .addColumn("call_key", "text", (column) => column.notNull())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("subject_key", "text", (column) => column.notNull())
      .addColumn("subject_hash", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("details", "text", (column) => column.notNull())
      .addColumn("workshop", "text", (column) => column.notNull())
      .addColumn("person", "text")
      .addColumn("day", "text")
      .addColumn("time", "text")
      .addColumn("slots", "integer", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("changed_at", "text", (column) => column.notNull())
      .addUniqueConstraint("appointments_uuid", ["brand", "uuid"])
      .execute();
    await schema
      .createIndex("appointments_by_subject")
      .on("appointments")
      .columns(["brand", "subject_hash"])
      .execute();
    // What an erasure and housekeeping look for.
    await schema.createIndex("appointments_by_call").on("appointments").column("call_key").execute();
    await schema.createIndex("appointments_by_change").on("appointments").column("changed_at").execute();
    await schema
      .createTable("appointment_places")
      .addColumn("workshop", "text", (column) => column.notNull())
      .addColumn("person", "text", (column) => column.notNull())
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("time", "text", (column) => column.notNull())
      .addColumn("place", "integer", (column) => column.notNull())
      .addColumn("appointment", "text")
      .addColumn("payment", "text")
      .addColumn("until", "text")
      .addPrimaryKeyConstraint("appointment_places_key", ["workshop", "person", "day", "time", "place"])
      .execute();
    for (const column of ["appointment", "payment", "day"]) {
      await schema
        .createIndex(`appointment_places_by_${column}`)
        .on("appointment_places")
        .column(column)
        .execute();
    }
  },
};
