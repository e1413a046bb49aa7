/**
 * Loaded into a server that is tried (`--expose-gc --import`): on SIGUSR2 it collects what is not needed any more and
 * says on its output what is left.
 */
process.on("SIGUSR2", () => {
  const { gc } = globalThis;
  if (!gc) throw new Error("start with --expose-gc");
  // Twice: what the first round's finalizers let go of goes with the second.
  void (async () => {
    await gc({ type: "major", execution: "async" });
    await gc({ type: "major", execution: "async" });
    const { heapUsed, external, rss } = process.memoryUsage();
    console.log(`heap-probe ${JSON.stringify({ heapUsed, external, rss })}`);
  })();
});
