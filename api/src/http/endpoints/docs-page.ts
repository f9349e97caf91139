import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { sourceFile } from '../../base/paths.ts';
import type { OpenApi, Operation, Parameter } from './openapi.ts';
import { schemaRows, type SchemaRow } from './schema-rows.ts';

const folder = sourceFile('http/endpoints/docs-page');
const style = readFileSync(join(folder, 'docs-page.css'), 'utf8');
const eta = new Eta({ views: folder, cache: true });

/** The page has no script, and no style but its own. */
export const DOCS_PAGE_CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

type Table = { title: string; rows: SchemaRow[] };

/** The calls of the API as a page, made from its OpenAPI document. */
export function docsPage({ info, paths, components }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      access: operation.security.length > 0 ? 'Administrator' : 'Public',
      tables: tablesOf(operation),
      answers: answersOf(operation),
    })),
  );
  const errors = schemaRows(components.schemas['Error'] ?? {});
  return eta.render('./docs-page', { title: info.title, version: info.version, calls, errors, style });
}

function tablesOf({ parameters, requestBody, responses }: Operation): Table[] {
  const named = (place: Parameter['in']) =>
    schemaRows({
      properties: Object.fromEntries(
        parameters.filter((parameter) => parameter.in === place).map(({ name, schema }) => [name, schema]),
      ),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    });
  return [
    { title: 'Path', rows: named('path') },
    { title: 'Query', rows: named('query') },
    { title: 'Body', rows: schemaRows(requestBody?.content['application/json']?.schema ?? {}) },
    { title: 'Response', rows: schemaRows(responses['200']?.content?.['application/json']?.schema ?? {}) },
  ].filter(({ rows }) => rows.length > 0);
}

function answersOf({ responses }: Operation) {
  return Object.entries(responses).map(([status, { description, content = {} }]) => ({
    status: status === 'default' ? 'other' : status,
    description,
    type: Object.keys(content).join(', '),
  }));
}
