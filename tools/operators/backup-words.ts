/** What the two commands say. */
import { mailIn, uploadIn, type BackupManifest } from "../../server/operators/backup/manifest.ts";

const count = (manifest: BackupManifest, table: string): number => manifest.rows[table] ?? 0;

/** What a backup holds, a line each. */
export function heldText(manifest: BackupManifest): string {
  const uploads = manifest.files.filter(({ path }) => uploadIn(path) !== undefined).length;
  const mails = manifest.files.filter(({ path }) => mailIn(path) !== undefined).length;
  const lines = [
    `Hecho / Made: ${manifest.madeAt}, ${manifest.database}, versión / version ${manifest.schema}`,
    `Envíos / Submissions: ${count(manifest, "submissions")}`,
    `Recorridos / Runs: ${count(manifest, "runs")}`,
    `Entregas / Deliveries: ${count(manifest, "deliveries")}`,
    `Correos en archivos / Mails in files: ${mails}`,
    manifest.uploads === "included"
      ? `Archivos subidos / Uploads: ${uploads}`
      : `Archivos subidos: no incluidos, siguen donde están / Uploads: left out, they stay where they are`,
  ];
  if (manifest.keys.length > 0) {
    const ids = manifest.keys.join(", ");
    lines.push(
      `Clave de los datos ${ids}: no está en el respaldo, guárdala aparte / Data key ${ids}: not in the backup, keep it elsewhere`,
    );
  }
  if (manifest.gone.length > 0) {
    lines.push(
      `Sin contenido, se quitan al restaurar / Without content, left out when restored: ${manifest.gone.length}`,
    );
  }
  return lines.map((line) => `  ${line}`).join("\n");
}
