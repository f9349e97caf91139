import type { Context } from 'koa';
import { isAbout } from '../../messages/live-feed.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { ListedQuote } from '@northlight/shared/contracts/quotes.ts';
import { caseOf } from '../../db/cases.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { mayInShop } from '../../db/shop-settings.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { adminIdOf, mayCaller } from '../../people/session/session.ts';
import { createStreams } from '../live/routes.ts';
import type { AppContext } from '../../money/context.ts';
import {
  acceptQuote,
  declineQuote,
  findLinked,
  linkedQuote,
  messageAboutQuote,
  noteSeen,
} from '../../money/quote-rules/answer-quote.ts';
import { actOnRequest, askPayment, collectUnpaid, recordQuote } from '../../money/quote-rules/ask-payment.ts';
import { presentAll, presentCase, presentForCustomer, quoteVersion } from './present-quote.ts';
import { answerQuotePdf } from './send-quote-pdf.ts';
import { limitOf, quotePriceOf, stateOf, taxRulesOf } from '../../money/quotes/quote-state.ts';
import * as quoteStore from '../../money/quotes/quote-store.ts';
import type { QuoteRow } from '../../money/quotes/quote-store.ts';
import {
  askOwner,
  found,
  saveDraft,
  sendQuote,
  withdrawQuote,
  writeQuote,
  type Writer,
} from '../../money/quote-rules/write-quote.ts';

/** Customers who keep the page open. */
const MAX_STREAMS = { most: 200, mostOfOne: 10 };
/** How many lines of earlier quotes are offered again. */
const EARLIER_LINES = 100;

export function quoteRoutes(mount: Mount, context: AppContext): void {
  const { db, now, settings } = context;
  const streams = createStreams(context.liveFeed, MAX_STREAMS);
  const writer = (ctx: Context): Writer => ({
    adminId: adminIdOf(ctx),
    role: ctx.session?.role ?? 'accountant',
  });

  mount('GET /api/quote', async ({ query: { quote, key } }) =>
    presentForCustomer(context, await noteSeen(context, linkedQuote(context, quote, key))),
  );

  mount('GET /api/quote/live', ({ query: { quote, key }, ctx }) => {
    const { number } = linkedQuote(context, quote, key);
    streams.answer(
      ctx,
      (event) => (isAbout(event, number) ? event : null),
      // The link may end meanwhile.
      () => findLinked(context, quote, key) !== undefined,
      number,
    );
  });

  mount('GET /api/quote/quote.pdf', ({ query: { quote, key }, ctx }) =>
    answerQuotePdf(context, ctx, linkedQuote(context, quote, key)),
  );

  mount('POST /api/quote/accept', async ({ body, ctx }) =>
    presentForCustomer(context, await acceptQuote(context, body, ctx.ip)),
  );

  mount('POST /api/quote/decline', async ({ body }) =>
    presentForCustomer(context, await declineQuote(context, body)),
  );

  mount('POST /api/quote/messages', async ({ query: { quote, key }, body }) => {
    await messageAboutQuote(context, linkedQuote(context, quote, key), null, body);
    return { success: true, message: 'Message sent' };
  });

  mount('GET /api/json/quotes', ({ query, ctx }) => {
    const { rows, ...facts } = quoteStore.list(db, query, now());
    const quotes = presentAll(context, rows);
    const { won, ...figures } = quoteStore.figures(db, now());
    const seesRevenue = mayInShop(db, ctx.session?.role, 'revenue');
    return {
      success: true,
      ...facts,
      quotes,
      figures: { ...figures, won: seesRevenue ? won : { count: won.count } },
      earlierLines: earlierLines(quotes),
      taxRules: taxRulesOf(context, query.email ?? ''),
      limitCents: limitOf(db, ctx.session?.role),
      timeZone: settings.hours.timeZone,
    };
  });

  mount('POST /api/json/quotes', async ({ body, ctx }) => {
    const quote = await writeQuote(context, writer(ctx), body);
    recordDetail({ quote: quote.number });
    return saved(quote, doneBy(body));
  });

  mount('GET /api/json/quotes/:number', ({ params: { number }, ctx }) =>
    presentCase(context, found(context, number), limitOf(db, ctx.session?.role), mayCaller(ctx, 'work')),
  );

  mount(
    'POST /api/json/quotes/:number',
    async ({ params: { number }, body, ctx }) => {
      recordDetail({ quote: number, action: body.action });
      const by = writer(ctx);
      switch (body.action) {
        case 'send':
          return saved(await sendQuote(context, by, number), 'sent');
        case 'renew':
          return saved(await sendQuote(context, by, number, true), 'sent');
        case 'ask':
          return saved(await askOwner(context, by, number), doneBy({ asksOwner: true }));
        case 'withdraw':
          return saved(await withdrawQuote(context, by, number), 'withdrawn');
        case 'save':
          return saved(await saveDraft(context, by, number, body), doneBy(body));
        case 'record':
          return saved(
            await recordQuote(context, found(context, number), adminIdOf(ctx), body),
            'recorded as paid',
          );
        case 'message':
          await messageAboutQuote(context, found(context, number), adminIdOf(ctx), body);
          return saved(found(context, number), 'answered');
      }
    },
    ({ params: { number } }) => quoteVersion(found(context, number)),
  );

  mount(
    'POST /api/admin/cases/:orderNumber/payment-requests',
    async ({ params: { orderNumber }, body, ctx }) => {
      recordDetail({ orderNumber, amount: body.amount / 100 });
      await askPayment(context, caseOf(db, orderNumber), adminIdOf(ctx), body);
      return { success: true, message: body.send ? 'Request sent' : 'Request saved' };
    },
  );

  mount('POST /api/admin/cases/:orderNumber/collect', async ({ params: { orderNumber }, body, ctx }) => {
    recordDetail({ orderNumber, action: body.action });
    return {
      success: true,
      message: await collectUnpaid(context, caseOf(db, orderNumber), adminIdOf(ctx), body),
    };
  });

  mount(
    'POST /api/admin/cases/:orderNumber/payment-requests/:id',
    async ({ params: { orderNumber, id }, body, ctx }) => {
      recordDetail({ orderNumber, action: body.action });
      return {
        success: true,
        message: await actOnRequest(context, caseOf(db, orderNumber), id, adminIdOf(ctx), body),
      };
    },
  );

  const saved = (quote: QuoteRow, what: string) => ({
    success: true as const,
    message: `${quote.number} ${what}`,
    quote: {
      number: quote.number,
      state: stateOf(quote, now()),
      total: centsToText(quotePriceOf(context, quote).whole.dueTodayCents),
    },
  });
}

const doneBy = ({ send, asksOwner }: { send?: boolean; asksOwner: boolean }): string =>
  send ? 'sent' : asksOwner ? 'waits for an owner to send it' : 'saved';

/** Each name once, as it was last used. */
function earlierLines(quotes: readonly ListedQuote[]): ListedQuote['lines'] {
  const byName = new Map<string, ListedQuote['lines'][number]>();
  for (const line of quotes.flatMap(({ lines }) => lines)) {
    if (byName.size >= EARLIER_LINES) break;
    if (!byName.has(line.name)) byName.set(line.name, line);
  }
  return [...byName.values()];
}
