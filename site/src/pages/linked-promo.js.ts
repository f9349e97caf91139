import code from '../lib/visit/linked-promo.ts?inline-script';

export function GET(): Response {
  return new Response(code, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
}
