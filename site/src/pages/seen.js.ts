import code from '../lib/visit/seen.ts?inline-script';

export function GET(): Response {
  return new Response(code, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
}
