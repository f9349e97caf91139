import type { JsonSchema } from './openapi.ts';

/** One field of a JSON schema, for people. `name` has its path, such as "addons[].price". */
export type SchemaRow = { name: string; type: string; isRequired: boolean; note: string };

/** The fields of a schema, nested ones after the field that holds them. Variants of a union are shown as one. */
export function schemaRows(schema: JsonSchema, path = ''): SchemaRow[] {
  const [whole = schema, ...others] = objectsIn(schema);
  if (others.length > 0) return mergedRows([whole, ...others].map((variant) => schemaRows(variant, path)));
  const required = new Set(whole.required);
  return Object.entries(whole.properties ?? {}).flatMap(([key, value]) => {
    const field = value as JsonSchema;
    const name = path ? `${path}.${key}` : key;
    const { inner, brackets } = itemOf(field);
    return [
      { name, type: typeOf(field), isRequired: required.has(key), note: noteOf(field) },
      ...schemaRows(inner, name + brackets),
    ];
  });
}

/** A field of several variants stands once, and is required where all of them require it. */
function mergedRows(variants: SchemaRow[][]): SchemaRow[] {
  const names = new Set(variants.flat().map(({ name }) => name));
  return [...names].map((name) => {
    const same = variants.map((rows) => rows.find((row) => row.name === name));
    const found = same.filter((row) => row !== undefined);
    return {
      name,
      type: [...new Set(found.map(({ type }) => type))].join(' or '),
      isRequired: same.every((row) => row?.isRequired),
      note: found.find(({ note }) => note)?.note ?? '',
    };
  });
}

const variantsOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] => (anyOf ?? oneOf ?? []) as JsonSchema[];

function objectsIn(schema: JsonSchema): JsonSchema[] {
  const variants = variantsOf(schema);
  return variants.length === 0
    ? [schema]
    : variants.flatMap(objectsIn).filter(({ properties }) => properties);
}

function itemOf(schema: JsonSchema): { inner: JsonSchema; brackets: string } {
  const list = [schema, ...variantsOf(schema)].find(({ type }) => type === 'array');
  return list ? { inner: list.items as JsonSchema, brackets: '[]' } : { inner: schema, brackets: '' };
}

function typeOf(schema: JsonSchema): string {
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.type === 'array')
    return `list of ${typeOf(schema.items as JsonSchema).replace(/^object$/, 'objects')}`;
  return String(schema.format ?? schema.type ?? 'any');
}

function noteOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, default: standard } = schema;
  const isBounded = maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER;
  return [
    minLength && (minLength === 1 ? 'not empty' : `at least ${minLength} characters`),
    maxLength && `at most ${maxLength.toLocaleString('en-US')} characters`,
    minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    isBounded && `at most ${maximum.toLocaleString('en-US')}`,
    standard !== undefined && standard !== '' && `default ${JSON.stringify(standard)}`,
    ...variantsOf(schema).map(noteOf),
  ]
    .filter(Boolean)
    .join(', ');
}
