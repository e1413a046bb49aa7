/**
 * `npm run deliveries -- list | show <id> | retry <id>…`: what goes out of the house, what did not, and how it is sent
 * again, while the server runs or not. The store is the one that DATA_DIR or DATABASE_URL name.
 */
import { runCommand } from "./authors/project.ts";
import { operateDeliveries } from "./deliveries/operate.ts";

await runCommand(async (words) => {
  const { text, code } = await operateDeliveries(words, process.env);
  process.stdout.write(`${text}\n`);
  return code;
});
