// What a schema of the user's own library says of a value, and how its shape is told to a model. Knows Standard Schema, no library.
/** The part of Standard Schema v1 that `extract` and tools use. Source: standardschema.dev. */
export interface StandardSchema<Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Standard JSON Schema, where the library has it (zod from 4.2 on). */
    readonly jsonSchema?: {
      input?(options: { readonly target: 'draft-2020-12' }): unknown;
      output?(options: { readonly target: 'draft-2020-12' }): unknown;
    };
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly unknown[] | undefined;
      }[];
    };

/** What a schema makes of a value, or its complaints, with where they are. */
export async function fitTo<Output>(
  schema: StandardSchema<Output>,
  value: unknown,
): Promise<{ readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly string[] }> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) return { value: result.value };
  return { issues: result.issues.map(({ message, path }) => `${placeOf(path)}${message}`) };
}

function placeOf(path: readonly unknown[] | undefined): string {
  const keys = (path ?? []).map((part) =>
    String(typeof part === 'object' && part !== null && 'key' in part ? part.key : part),
  );
  return keys.length === 0 ? '' : `${keys.join('.')}: `;
}

/**
 * The wanted shape as JSON Schema, from schema libraries that can tell it: what goes into the schema, since that is what a model gives.
 * Source: standardschema.dev, Standard JSON Schema.
 */
export function jsonSchemaOf(schema: StandardSchema<unknown> | undefined): unknown {
  const known = schema?.['~standard'].jsonSchema;
  try {
    return (known?.input ?? known?.output)?.({ target: 'draft-2020-12' });
  } catch {
    // A schema with parts that JSON Schema has no word for still validates.
    return undefined;
  }
}
