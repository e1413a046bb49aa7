/** Runs the server in this process; what stops it from starting is said in words, not as a stack trace. */
export async function runServer(options: { dev?: boolean } = {}): Promise<void> {
  try {
    const { main } = await import("../server/main.ts");
    await main(process.env, options);
  } catch (error) {
    const { startProblemText } = await import("../server/start-problem.ts");
    console.error(startProblemText(error) ?? error);
    process.exit(1);
  }
}
