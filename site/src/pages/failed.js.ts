import code from '../lib/failed.ts?inline-script';

export function GET(): Response {
  return new Response(code, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
}
