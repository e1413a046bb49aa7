/** Validators of what requests bring, made when they are needed: of some hundred, a start needs none. */
import { setImmediate as turn } from "node:timers/promises";
import createCompiler from "@fastify/ajv-compiler";
import type { FastifyServerOptions } from "fastify";

type Factories = NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>;
type BuildValidator = NonNullable<Factories["buildValidator"]>;

/** As Fastify uses it. */
interface Validator {
  (data: unknown): unknown;
  errors?: unknown;
}
type Compile = (route: unknown) => Validator;

/** One for all servers of a process: they have the same routes, whose schemas are compiled once. */
const compilerOf = createCompiler() as unknown as (...given: unknown[]) => Compile;

export interface RouteValidators {
  /** For Fastify. What it is given is compiled with the first request that it is for. */
  buildValidator: BuildValidator;
  /** Compiles the others, between requests, so that nobody waits for it. @throws {Error} what Ajv says of a schema that is none. */
  compileAll(): Promise<void>;
}

export function createRouteValidators(): RouteValidators {
  const waiting = new Set<() => Validator>();
  const later =
    (compile: Compile): Compile =>
    (route) => {
      let compiled: Validator | undefined;
      const compiledNow = (): Validator => {
        waiting.delete(compiledNow);
        return (compiled ??= compile(route));
      };
      waiting.add(compiledNow);
      const validate: Validator = (data) => {
        const validator = compiledNow();
        const result = validator(data);
        validate.errors = validator.errors;
        return result;
      };
      return validate;
    };
  const buildValidator = (...given: unknown[]): Compile => later(compilerOf(...given));
  return {
    buildValidator: buildValidator as unknown as BuildValidator,
    compileAll: async () => {
      for (const compiledNow of waiting) {
        compiledNow();
        await turn();
      }
    },
  };
}
