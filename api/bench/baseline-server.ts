/** The baselines behind Koa: the three calls of a purchase, and GET sends the bytes of the file PAGE. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { openBaseline } from './baseline.ts';

const { begin, pay, complete } = openBaseline(join(process.env['DATA_DIR'] ?? '.', 'baseline.db'));
const page = process.env['PAGE'] ? readFileSync(process.env['PAGE']) : Buffer.from('a page');
const answers: Record<string, (body: Record<string, unknown>) => object> = {
  '/api/create-payment-intent': (body) => {
    const paymentIntentId = begin(body);
    return { paymentIntentId, clientSecret: paymentIntentId };
  },
  '/api/demo-payments/card': (body) => {
    pay(String(body['clientSecret']));
    return {};
  },
  '/api/checkout': (body) => ({ order: { orderNumber: complete(body), paymentStatus: 'completed' } }),
};
const app = new Koa();
app.use(bodyParser());
app.use((ctx) => {
  ctx.body = answers[ctx.path]?.({ ...Object(ctx.request.body) }) ?? page;
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
