/** Runs the server in this process; what stops it from starting is said in words, not as a stack trace. */
export async function runServer(options: { dev?: boolean } = {}): Promise<void> {
  try {
    const { main } = await import("../server/main.ts");
    await main(process.env, options);
  } catch (error) {
    console.error(inWords(error));
    process.exit(1);
  }
}

function inWords(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (["ConfigError", "ReferenceDataError", "DataKeyError"].includes(error.name)) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  switch (code) {
    case "EADDRINUSE":
      return (
        `El puerto ${port} está ocupado; elige otro con PORT o SERVICES_PORT. / ` +
        `Port ${port} is in use; choose another by PORT or SERVICES_PORT.`
      );
    case "EACCES":
      return `${error.message}: falta permiso / permission is missing`;
    default:
      return error;
  }
}
