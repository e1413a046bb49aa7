/**
 * `npm run operate -- <command> …`: the commands of operators, with the settings of the server. Without one, the list of
 * them. The store is the one that DATA_DIR or DATABASE_URL name.
 */
import { Command } from "commander";
import { runCommand } from "./authors/project.ts";
import { dealerCommands } from "./dealers/commands.ts";
import { CommandFailed } from "./operators/command.ts";
import { operatorCommands, type OperatorCommand } from "./operators/commands.ts";

/** Runs one with the words behind its name. */
async function operate({ load }: OperatorCommand, words: string[]): Promise<number> {
  const run = await load();
  try {
    const { text, code } = await run(words, process.env);
    process.stdout.write(`${text}\n`);
    return code;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

const program = new Command("npm run operate --")
  .description("Órdenes para quien opera el sitio / Commands for operators")
  .enablePositionalOptions()
  .showSuggestionAfterError();
const commands = {
  ...operatorCommands,
  ...dealerCommands,
};
for (const [name, command] of Object.entries(commands)) {
  program
    .command(name)
    .summary(command.summary)
    .argument("[words...]")
    // Its options are its own: what is wrong with them, it says.
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action((words: string[]) => runCommand(() => operate(command, words)));
}
await program.parseAsync();
