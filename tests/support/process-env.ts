/** What a process that a test starts has of the runner's settings: what any process needs, and nothing that is a test's. */
const names = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "NODE_COMPILE_CACHE", "GOGC"];

export const processEnv = (): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
